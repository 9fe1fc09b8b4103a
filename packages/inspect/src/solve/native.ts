import { UNKNOWN } from '../facts/code.ts';
import type { Later } from './later.ts';
import type { Program } from './program.ts';
import type { BuiltinValue, CallRecord } from './values.ts';

/** What a call of a function of the tables does to the flow of values. The arguments of the record stand at their positions. */
export type Native = (program: Program, record: CallRecord, later: Later, callee: BuiltinValue) => void;

/** An argument, or what nothing is known of. */
export const argument = (record: CallRecord, index: number): number => record.list[index] ?? UNKNOWN;
