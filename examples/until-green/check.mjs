// The check of this example: scratch/answer.txt has to hold 42.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

assert.equal(readFileSync('scratch/answer.txt', 'utf8'), '42', 'scratch/answer.txt does not hold 42');
