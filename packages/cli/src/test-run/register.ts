// Given to Node with --import in every process of a test run. It stays small: it costs each of them its start.
import { register } from 'node:module';

register('./test-hooks.js', import.meta.url);
