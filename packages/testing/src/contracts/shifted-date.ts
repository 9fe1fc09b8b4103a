const AWAY = 2 * 24 * 60 * 60 * 1000 + 3_723_004;

/**
 * Runs work in a process whose `Date` is some days ahead, so that whatever is made of the time comes out differently. Work that
 * runs beside it sees the same.
 */
export async function withShiftedDate<TValue>(work: () => Promise<TValue>): Promise<TValue> {
  const RealDate = globalThis.Date;
  // Not a subclass: `Date()` without `new` has to work as well.
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [target.now() + AWAY] : args, newTarget),
    apply: (target) => new target(target.now() + AWAY).toString(),
    get: (target, name) => (name === 'now' ? () => target.now() + AWAY : Reflect.get(target, name, target)),
  });
  try {
    return await work();
  } finally {
    globalThis.Date = RealDate;
  }
}
