import { type Catalogue, type DiagnosticDetails, diagnosticsOf, ModError } from '@cmd-mods/mod-api';

/** Everything that can go wrong with a source, from its text to the installed folder. Explained in docs/errors/loader-install.md. */
export const SOURCE_CATALOGUE = {
  SOURCE_EMPTY: error(
    'There is no source',
    'Name an npm package, owner/repo on GitHub, a git URL, or a path such as ./my-mod.',
  ),
  SOURCE_CONTROL_CHARACTER: error(
    'A source holds a control character',
    'Type the source again; copied text can carry invisible characters.',
  ),
  SOURCE_LEADING_DASH: error(
    'A source begins with a dash',
    'A source never begins with "-". For a path, write ./-name.',
  ),
  SOURCE_TRANSPORT: error('A source names a git transport helper', 'Use an https:// or ssh:// address.'),
  SOURCE_PROTOCOL: error('The protocol is not one that sources may use', 'Use https:// or ssh://.'),
  SOURCE_CREDENTIALS: error(
    'An address carries a password or token',
    'Leave it out: git asks its credential helper or the ssh agent. Settings files are no place for secrets.',
  ),
  SOURCE_BARE_HOST: error('A host and path without a prefix', 'Write git: before it.'),
  SOURCE_PATH_TOO_SHORT: error('A repository needs an owner and a name', 'Write owner/repo after the host.'),
  SOURCE_PATH_UNSAFE: error(
    'A repository path has a part that is not allowed',
    'Use the plain address of the repository, without "..", backslashes or encoded characters.',
  ),
  SOURCE_SUBPATH: error(
    'A folder inside a repository is not a source',
    'Name the repository, and choose among its mods with a filter in mods.sources.',
  ),
  SOURCE_GIT_ADDRESS: error(
    'A git address cannot be understood',
    'Write owner/repo, https://host/owner/repo, ssh://git@host/owner/repo or git@host:owner/repo.',
  ),
  SOURCE_GIT_REF: error('A git ref is not valid', 'Name a branch, a tag, or a commit with all 40 digits.'),
  SOURCE_NPM_NAME: error(
    'An npm package name is not valid',
    'Names are lower case, such as my-mod or @scope/my-mod. For a folder, write ./my-mod.',
  ),
  SOURCE_NPM_VERSION: error(
    'An npm version is not valid',
    'Write an exact version, a range such as ^1.2.0, or a tag such as next after the @.',
  ),
  SOURCE_FILE_GIT: error(
    'git over file: is switched off',
    'Set CMD_MODS_ALLOW_FILE_GIT=1 to allow it, or add the folder itself as a local source.',
  ),
  SOURCE_LOCAL_MISSING: error(
    'A local source is not there',
    'Check the path; relative paths start at the current folder.',
  ),
  SOURCE_NOT_CONFIGURED: error('The source is in no settings file', 'cmd mods list shows what is there.'),

  NPMRC_UNREADABLE: warning('An .npmrc could not be read', 'Check the permissions of the file.'),
  NPM_NOT_FOUND: error(
    'The registry has no such package',
    'Check the spelling, and that .npmrc names the right registry for its scope. A path of your own begins with ./, as in ./my-mod.',
  ),
  NPM_NO_VERSION: error('No version fits', 'npm view <name> versions shows what there is.'),
  NPM_INTEGRITY: error(
    'A download is not what the registry announced',
    'Try again; if it happens again, tell the people who run the registry.',
  ),
  NPM_SIGNATURE: error(
    'The registry signature of a package is wrong',
    'Do not install it. Tell the people who run the registry.',
  ),
  NPM_AUTH: error('The registry wants a login', 'Check the token for this registry in .npmrc.'),
  NPM_UNREACHABLE: error(
    'The registry cannot be reached',
    'Check the network and the proxy settings, then try again. What is installed stays as it is.',
  ),
  NPM_REFUSED_SPEC: error(
    'A dependency comes from outside the registry',
    'Only packages of the registry are installed. Ask the author to publish it.',
  ),
  NPM_FAILED: error('The registry answered with an error', 'Try again later.'),

  GIT_MISSING: error('git is not installed', 'Install git, or use an npm source.'),
  GIT_UNREACHABLE: error(
    'The git server cannot be reached',
    'Check the network and the address, then try again. What is installed stays as it is.',
  ),
  GIT_AUTH: error(
    'The git server refused access, or there is no such repository',
    'Check the address, and that git clone works for you: its credential helper and ssh keys are used, without questions.',
  ),
  GIT_REF_NOT_FOUND: error(
    'The repository has no such ref',
    'git ls-remote <url> shows its branches and tags.',
  ),
  GIT_COMMIT_GONE: error(
    'The commit is not on the server any more',
    'cmd mods update takes the newest that the source allows.',
  ),
  GIT_TIMEOUT: error('git took too long', 'Try again on a better connection.'),
  GIT_FAILED: error('git failed', 'The message of git says why.'),
  GIT_TAG_MOVED: error(
    'A tag names another commit than the one installed',
    'Find out why: tags do not move by accident. --accept follows it.',
  ),
  GIT_SUBMODULES: warning(
    'Submodules are left out',
    'Ask the author to ship what the mods need in the repository itself.',
  ),
  GIT_LFS_POINTER: warning(
    'Files in Git LFS are left out',
    'Ask the author to ship what the mods need without LFS, or as an npm package.',
  ),

  PACKAGE_ENTRY_REFUSED: error(
    'An archive holds an entry that is not allowed',
    'Do not install it. Tell the author.',
  ),
  PACKAGE_ARCHIVE_BROKEN: error(
    'An archive cannot be unpacked',
    'Try again; if it happens again, the package was published broken.',
  ),
  PACKAGE_TOO_LARGE: error(
    'A package is larger than is allowed',
    'Mods are small. Ask the author to leave out what does not belong in it.',
  ),
  PACKAGE_NAME_COLLISION: error(
    'Names that are one on other systems',
    'Ask the author to rename one of the files: macOS and Windows cannot hold both.',
  ),
  PACKAGE_LINK_LEFT_OUT: warning(
    'Links in a package are left out',
    'Ask the author to ship the file itself.',
  ),
  PACKAGE_GIT_LEFT_OUT: warning(
    'A .git in a package is left out',
    'Ask the author to leave it out of the package.',
  ),
  PACKAGE_UNREADABLE: error('A package.json cannot be read', 'Tell the author.'),
  PACKAGE_NO_MODS: error('The package holds no mods', 'Check the name: is this a package of mods?'),
  PACKAGE_DEPRECATED: warning(
    'The author advises against this version',
    'The message says what to use instead.',
  ),
  PACKAGE_SCRIPTS_NOT_RUN: warning(
    'Install scripts were not run',
    'Scripts of packages are never run. If the mod fails for want of a built file, ask the author for a package that ships it.',
  ),
  DEPENDENCIES_FAILED: error(
    'The dependencies of a package cannot be installed',
    'The message says which one, and why.',
  ),
  RELEASE_TOO_YOUNG: error(
    'The version is younger than mods.minimumReleaseAge allows',
    'Wait, or pass --allow-young if you know this release.',
  ),
  RELEASE_AGE_INVALID: error(
    'mods.minimumReleaseAge is not a duration',
    'Write a number with m, h, d or w, such as "3d".',
  ),

  INSTALL_DISK_FULL: error(
    'The disk is full',
    'Make room and try again. What was installed before is untouched.',
  ),
  INSTALL_NOT_WRITABLE: error('A folder cannot be written to', 'Check its owner and permissions.'),
  INSTALL_BUSY: error('Another process is installing here', 'Wait for it to end and try again.'),
  INSTALL_INTERRUPTED: error('The installation was interrupted', 'Nothing was changed; try again.'),
  INSTALL_RECOVERED: info('An interrupted installation was put in order', 'There is nothing to do.'),
  INSTALL_LEFTOVERS: warning(
    'Temporary files could not be deleted',
    'The next install deletes them; or delete the folder by hand.',
  ),
  INSTALL_WIDENS: error(
    'The new version can reach more than the installed one',
    'Look at what is new; --accept installs it.',
  ),
  INSTALL_UNEXPECTED: error('Installing failed', 'If the message does not explain it, please report it.'),

  LOCK_UNREADABLE: error(
    'mods.lock.json cannot be read',
    'Bring it back from version control, or delete it and run cmd mods update.',
  ),
  LOCK_MISSING: error('There is no mods.lock.json', 'cmd mods add and cmd mods update write one.'),
  LOCK_OUT_OF_STEP: error(
    'mods.lock.json and the settings disagree',
    'cmd mods update brings them together.',
  ),
  LOCK_MISMATCH: error(
    'What was fetched is not what mods.lock.json records',
    'Find out why before you go on: the same version has another content.',
  ),
  TREE_CHANGED: error('An installed package differs from mods.lock.json', 'cmd mods ci installs it anew.'),
} as const satisfies Catalogue;

/** A code of this half of the loader. */
export type SourceCode = keyof typeof SOURCE_CATALOGUE;

/** Turns a code of this catalogue into a diagnostic. */
export const sourceDiagnostic = diagnosticsOf<SourceCode>(SOURCE_CATALOGUE);

/** A diagnostic of this catalogue, ready to throw. */
export function sourceError(code: SourceCode, details: DiagnosticDetails): ModError {
  return new ModError(sourceDiagnostic(code, details));
}

/** A source as it may be shown: quoted, control characters escaped, and without a password that stands in it. */
export function quoted(text: string): string {
  return JSON.stringify(text.replace(/(^|\/\/)[^/@]*:[^/@]*@/, '$1***@'));
}

function error(title: string, fix: string): { severity: 'error'; title: string; fix: string } {
  return { severity: 'error', title, fix };
}

function warning(title: string, fix: string): { severity: 'warning'; title: string; fix: string } {
  return { severity: 'warning', title, fix };
}

function info(title: string, fix: string): { severity: 'info'; title: string; fix: string } {
  return { severity: 'info', title, fix };
}
