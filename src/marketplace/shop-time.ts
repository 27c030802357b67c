/** A date that is there but can't be read. `form` describes it for the log, without its letters and digits. */
export interface UnreadTime {
	readonly form: string;
}

/** ISO 8601, and the form of SQL. `06/01/2027` has two meanings: it is in June or in January. */
const readable =
	/^(\d{4}-\d{2}-(\d{2}))(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|UTC|GMT|([+-]\d{2}):?(\d{2})?)?)?$/i;
/** MySQL's `0000-00-00`, and how PHP and .NET write it. */
const zeroDate = /^(?:0000-00-00|-0{0,5}[01]-|0001-01-01)/;

/**
 * Reads a date in the contract's form and those close to it. A time without a zone is UTC, as in the contract.
 * @returns milliseconds since the epoch, undefined if there is no date, or the form of one that can't be read
 */
export function readShopTime(value: unknown): number | UnreadTime | undefined {
	if (value === undefined || value === null || value === false) return undefined;
	if (typeof value === 'number') return fromNumber(value);
	if (typeof value !== 'string') return { form: typeof value };
	const text = value.replaceAll(/\s+/g, ' ').trim();
	if (text === '' || zeroDate.test(text)) return undefined;
	if (/^-?\d+(?:\.\d+)?$/.test(text)) return fromNumber(Number(text));
	const form = text
		.slice(0, 40)
		.replaceAll(/\p{N}/gu, '9')
		.replaceAll(/[\p{L}\p{M}]/gu, 'a');
	return momentOf(text) ?? { form };
}

/** Seconds or milliseconds of the years 1973 to 5138. A zero date lies before 1970, and a smaller number is no date. */
function fromNumber(value: number): number | UnreadTime | undefined {
	if (value <= 0) return undefined;
	if (value < 1e8 || value >= 1e14) return { form: 'a number' };
	return Math.trunc(value < 1e11 ? value * 1_000 : value);
}

/** Milliseconds since the epoch; undefined for another form, and a day or time that doesn't exist. */
function momentOf(text: string): number | undefined {
	const [, date, day, clock = '00:00', , hours, minutes = '00'] = readable.exec(text) ?? [];
	// Date.parse makes March of the 30th of February.
	if (date === undefined || new Date(`${date}T00:00Z`).getUTCDate() !== Number(day)) return undefined;
	const at = Date.parse(`${date}T${clock}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
	return Number.isNaN(at) ? undefined : at;
}
