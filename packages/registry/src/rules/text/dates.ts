/** Dates that a person can read and a machine cannot. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/**
 * Reads `2026/8/1`, `2026.08.01`, `1 August 2026`, `Aug 1, 2026`, `2026-08-01 10:00:00Z` and the like, and gives it as
 * `YYYY-MM-DD` or as an RFC 3339 date-time. Gives nothing for what could mean two days, such as `01/02/2026`, for a time
 * without its zone, and for a day that the calendar lacks.
 */
export function readDate(written: string): string | undefined {
  const text = written.trim();
  const numbers = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (numbers) return day(numbers[1], Number(numbers[2]), numbers[3]);
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.)? ([A-Za-z]+)\.?,? (\d{4})$/.exec(text);
  if (dayFirst) return day(dayFirst[3], month(dayFirst[2]), dayFirst[1]);
  const monthFirst = /^([A-Za-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(text);
  if (monthFirst) return day(monthFirst[3], month(monthFirst[1]), monthFirst[2]);
  const time = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)? ?([Zz]|[+-]\d{2}:?\d{2})$/.exec(
    text,
  );
  if (!time) return undefined;
  const [, date = '', minutes = '', seconds = ':00', rawZone = ''] = time;
  const zone = rawZone.length === 5 ? `${rawZone.slice(0, 3)}:${rawZone.slice(3)}` : rawZone.toUpperCase();
  const result = `${date}T${minutes}${seconds}${zone}`;
  const [year, monthText, dayText] = date.split('-');
  const isReal = day(year, Number(monthText), dayText) === date && !Number.isNaN(Date.parse(result));
  return isReal ? result : undefined;
}

function month(name = ''): number {
  const lower = name.toLowerCase();
  const index = MONTH_NAMES.indexOf(lower);
  return (index === -1 ? MONTHS.indexOf(lower === 'sept' ? 'sep' : lower) : index) + 1;
}

function day(year = '', monthNumber: number, dayText = ''): string | undefined {
  const text = `${year}-${String(monthNumber).padStart(2, '0')}-${dayText.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}
