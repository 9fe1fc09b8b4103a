import { gzipSync } from 'node:zlib';
import { Header } from 'tar';

/** One entry of an archive, exactly as it shall stand there: hostile names and types too. */
export interface TarEntry {
  readonly path: string;
  readonly content?: string | Buffer;
  readonly type?: 'File' | 'Directory' | 'SymbolicLink' | 'Link' | 'FIFO' | 'CharacterDevice';
  readonly linkpath?: string;
  readonly mode?: number;
}

/** An npm archive of these entries. Written by hand, because a packer refuses what these tests need. */
export function tarball(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? '');
    const header = Buffer.alloc(512);
    const fields = {
      path: entry.path,
      mode: entry.mode ?? 0o644,
      size: content.length,
      type: entry.type ?? 'File',
      mtime: new Date(0),
      ...(entry.linkpath === undefined ? {} : { linkpath: entry.linkpath }),
    };
    new Header(fields as ConstructorParameters<typeof Header>[0]).encode(header, 0);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** The files of a package as archive entries, in the folder `package` as npm packs them. */
export function packageEntries(files: Readonly<Record<string, string>>): TarEntry[] {
  return Object.entries(files).map(([path, content]) => ({ path: `package/${path}`, content }));
}
