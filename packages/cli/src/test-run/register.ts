// Given to Node with --import in every process of a test run. It stays small: it costs each of them its start.
import { register } from 'node:module';

/** Beside this file in the bundle. */
const HOOKS = 'test-hooks.js';

register(`./${HOOKS}`, import.meta.url);
