// What the hook engine costs, beside the least that could do the same work (the floor) and beside two known hook
// libraries. It measures the built packages: npm run build && node bench/hooks.bench.mjs [--json] [--check]
//
// Tapable appears twice: as it is, where the first error ends the whole call and the compiler inlines handlers into
// generated code, and with handlers that catch and report their errors one by one, which is what our engine does.
// It has a limit where handlers are asynchronous. Where they answer at once its generated code inlines them, and no
// engine that does not generate code can be ahead of that; the figure is shown all the same.
import { Hooks, patch, sequential, sequentialSync, transform } from '@cmd-mods/hooks';
import { createHooks } from 'hookable';
import { AsyncSeriesHook, AsyncSeriesWaterfallHook, SyncWaterfallHook } from 'tapable';
import { compare, finish } from './support/measure.mjs';

const COUNTS = [1, 10, 100];
const context = { run: 'bench' };
const hooks = () =>
  new Hooks({
    context,
    reducers: {
      text: sequential(transform('text')),
      request: sequential(patch()),
      delta: sequentialSync(deltaFold),
      anyDelta: sequentialSync(transform('delta')),
    },
  });

/** How a host folds the text of a stream: `transform` for one known event, written out field by field. */
const deltaFold = {
  start: (event) => event.delta,
  see: (event, delta) => (delta === event.delta ? event : { type: event.type, delta, done: event.done }),
  take: (delta, answer) => answer ?? delta,
  done: (delta) => delta === '',
  finish: (delta) => delta,
};

const results = [];
for (const count of COUNTS) {
  results.push(
    ...(await observe(
      `observe, ${count} async`,
      repeat(count, () => async () => {}),
    )),
  );
  results.push(
    ...(await observe(
      `observe, ${count} at once`,
      repeat(count, () => () => {}),
    )),
  );
}
for (const count of COUNTS) {
  results.push(...(await fold(`fold, ${count} async`, count, async (text) => turn(text))));
  results.push(...(await fold(`fold, ${count} at once`, count, turn)));
}
results.push(...(await patchRequest('patch, 10 async', 10)));
for (const count of COUNTS) results.push(...(await foldSync(`emitSync fold, ${count} change`, count, turn)));
results.push(...(await foldSync('emitSync fold, 10 look on', 10, (text) => text)));
results.push(...(await foldSync('emitSync transform, 10 change', 10, turn, 'anyDelta', 5)));
results.push(...(await nobody()));
finish(results);

/** Everyone is told, nobody answers. */
function observe(name, handlers) {
  const ours = hooks();
  const hookable = createHooks();
  for (const handler of handlers) {
    ours.on('seen', handler);
    hookable.hook('seen', handler);
  }
  const tapable = tapped(new AsyncSeriesHook(['event', 'context']), handlers);
  const reporting = tapped(new AsyncSeriesHook(['event', 'context']), handlers.map(reported));
  const event = { type: 'seen' };
  const floor = async () => {
    for (const handler of handlers) await handler(event, context);
  };
  return compare({
    name,
    subject: awaited(() => ours.emit(event)),
    against: {
      floor: { run: awaited(floor), limit: 1.5 },
      'tapable, reporting': {
        run: awaited(() => reporting.promise(event, context)),
        limit: isAsync(handlers[0]) ? 1 : undefined,
      },
      tapable: { run: awaited(() => tapable.promise(event, context)) },
      hookable: { run: awaited(() => hookable.callHook('seen', event, context)), limit: 1 },
    },
  });
}

/** Each handler gets the text of the one before it. Hookable has nothing of this kind. */
function fold(name, count, step) {
  const handlers = repeat(count, () => withText(step));
  const plain = repeat(count, () => withArgument(step));
  const ours = hooks();
  for (const handler of handlers) ours.on('text', handler);
  const tapable = tapped(new AsyncSeriesWaterfallHook(['text', 'context']), plain);
  const reporting = tapped(new AsyncSeriesWaterfallHook(['text', 'context']), plain.map(reported));
  const event = { type: 'text', text: 'a', round: 1 };
  const floor = async () => {
    let current = event;
    for (const handler of handlers) {
      const text = await handler(current, context);
      if (text !== undefined && text !== current.text) current = { ...event, text };
    }
    return current === event ? undefined : current.text;
  };
  return compare({
    name,
    subject: awaited(() => ours.emit(event)),
    against: {
      floor: { run: awaited(floor), limit: 1.5 },
      'tapable, reporting': {
        run: awaited(() => reporting.promise(event.text, context)),
        limit: isAsync(step) ? 1 : undefined,
      },
      tapable: { run: awaited(() => tapable.promise(event.text, context)) },
    },
  });
}

/** Each handler gets the event with the fields that those before it have set. */
function patchRequest(name, count) {
  const handlers = repeat(count, () => async (event) => ({ text: turn(event.text) }));
  const ours = hooks();
  for (const handler of handlers) ours.on('request', handler);
  const event = { type: 'request', text: 'a', round: 1 };
  const floor = async () => {
    let current = event;
    let patched;
    for (const handler of handlers) {
      const answer = await handler(current, context);
      if (answer === undefined) continue;
      patched = { ...patched, ...answer };
      current = { ...event, ...patched };
    }
    return patched;
  };
  return compare({
    name,
    subject: awaited(() => ours.emit(event)),
    against: { floor: { run: awaited(floor), limit: 3 } },
  });
}

/** The text of a stream on its way to the screen. */
function foldSync(name, count, step, type = 'delta', limit = 2) {
  const handlers = repeat(count, () => (event) => step(event.delta));
  const ours = hooks();
  for (const handler of handlers) ours.on(type, handler);
  const plain = repeat(count, () => withArgument(step));
  const tapable = tapped(new SyncWaterfallHook(['text', 'context']), plain);
  const event = { type, delta: 'a', done: false };
  const floor = () => {
    let current = event;
    for (const handler of handlers) {
      const delta = handler(current, context);
      if (delta === undefined || delta === current.delta) continue;
      current = { type: event.type, delta, done: event.done };
    }
    return current === event ? undefined : current.delta;
  };
  return compare({
    name,
    subject: repeated(() => ours.emitSync(event)),
    against: {
      floor: { run: repeated(floor), limit },
      tapable: { run: repeated(() => tapable.call(event.delta, context)) },
    },
  });
}

/** An event that nobody has a handler for, beside a look-up that finds nothing. */
function nobody() {
  const ours = hooks();
  ours.on('seen', () => {});
  const event = { type: 'text', text: 'a', round: 1 };
  const map = new Map([['seen', []]]);
  return compare({
    name: 'nobody registered',
    subject: repeated(() => ours.emit(event)),
    against: { floor: { run: repeated(() => map.get(event.type)) } },
    limitNs: 50,
  });
}

/** A text that differs from the one before, does not grow, and never is the first one again. */
function turn(text) {
  return text === 'b' ? 'c' : 'b';
}

function tapped(hook, handlers) {
  for (const [index, handler] of handlers.entries()) {
    if (isAsync(handler)) hook.tapPromise(`${index}`, handler);
    else hook.tap(`${index}`, handler);
  }
  return hook;
}

/** What a handler must be wrapped in where one's error may not end the rest. */
function reported(handler, index) {
  const report = (error) => results.push({ index, error });
  if (!isAsync(handler)) {
    return (event, to) => {
      try {
        return handler(event, to);
      } catch (error) {
        report(error);
      }
    };
  }
  return async (event, to) => {
    try {
      return await handler(event, to);
    } catch (error) {
      report(error);
    }
  };
}

function withText(step) {
  return isAsync(step) ? async (event) => step(event.text) : (event) => step(event.text);
}

function withArgument(step) {
  return isAsync(step) ? async (text) => step(text) : (text) => step(text);
}

function isAsync(handler) {
  return handler.constructor.name === 'AsyncFunction';
}

function repeat(count, make) {
  return Array.from({ length: count }, make);
}

function awaited(work) {
  return async (times) => {
    for (let i = 0; i < times; i += 1) await work();
  };
}

function repeated(work) {
  return (times) => {
    for (let i = 0; i < times; i += 1) work();
  };
}
