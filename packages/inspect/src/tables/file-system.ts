import { type Capability, capability, each } from './capability.ts';

const READ = `readFile readFileSync read readSync readv readvSync readdir readdirSync readlink readlinkSync realpath realpathSync
  stat statSync lstat lstatSync fstat fstatSync statfs statfsSync access accessSync exists existsSync opendir opendirSync
  createReadStream ReadStream FileReadStream watch watchFile glob globSync openAsBlob`;

const WRITE = `writeFile writeFileSync write writeSync writev writevSync appendFile appendFileSync mkdir mkdirSync mkdtemp mkdtempSync
  mkdtempDisposable mkdtempDisposableSync rm rmSync rmdir rmdirSync unlink unlinkSync rename renameSync chmod chmodSync fchmod fchmodSync lchmod lchmodSync
  chown chownSync fchown fchownSync lchown lchownSync utimes utimesSync futimes futimesSync lutimes lutimesSync
  link linkSync symlink symlinkSync truncate truncateSync ftruncate ftruncateSync fsync fsyncSync fdatasync fdatasyncSync
  createWriteStream WriteStream FileWriteStream`;

const BOTH = 'copyFile copyFileSync cp cpSync';
const NEITHER = 'constants Stats Dirent Dir BigIntStats close closeSync unwatchFile F_OK R_OK W_OK X_OK';

/** `fs` and `fs/promises`. Opening a file reads or writes by its flags, which a rule looks at. */
export function fileSystem(path: string, promises?: Capability): Capability {
  return capability(path, {
    members: [
      ...each(path, READ, ['fs_read']),
      ...each(path, WRITE, ['fs_write']),
      ...each(path, BOTH, ['fs_read', 'fs_write']),
      ...each(path, NEITHER, []),
      ...each(path, 'open openSync', ['fs_read', 'fs_write'], { gives: fileHandle(path) }),
      ...(promises ? ([['promises', promises]] as const) : []),
    ],
    rest: capability(path, { reach: ['fs_read', 'fs_write'] }),
    whole: ['fs_read', 'fs_write'],
  });
}

function fileHandle(path: string): Capability {
  return capability(`${path}.FileHandle`);
}
