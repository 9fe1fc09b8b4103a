/** What functions of the tables have in common. */

import { UNKNOWN } from '../facts/code.ts';
import type { Later } from './later.ts';
import type { Program } from './program.ts';
import type { BuiltinValue, CallRecord } from './values.ts';

/** What a call of a function of the tables does. */
export type Native = (program: Program, record: CallRecord, later: Later, callee: BuiltinValue) => void;

/** The slot of an argument. */
export const argument = (record: CallRecord, index: number): number => record.list[index] ?? UNKNOWN;
