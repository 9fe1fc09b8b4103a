import { ModError } from '@cmd-mods/mod-api';

/** What a person typed makes no sense: the command ends with exit code 2, and nothing was tried. */
export class UsageError extends ModError {}
