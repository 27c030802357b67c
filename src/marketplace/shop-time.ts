/** A date that is there but can't be read. `form` describes it for the log, without its letters and digits. */
export interface UnreadTime {
	readonly form: string;
}

const zones = String.raw`(?:GMT|UTC)?[+-]\d{2}(?::?\d{2})?|[A-Z][\w+-]*(?:/[\w+-]+)*`;
/** The time of day with its zone, whose name may follow in brackets. */
const time = String.raw`(?:(?:T| |, )(?<clock>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?<zone>${zones})?(?: \([^)]*\))?)?$`;
const weekday = '^(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*,? )?';
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = `(?<month>${months.join('|')})[a-z]*[.]?`;

/** Forms with a single meaning. `06/01/2027` has two: it is in June or in January. */
const forms = [
	new RegExp(String.raw`^(?<year>\d{4})([-/])(?<month>\d{2})\2(?<day>\d{2})${time}`, 'i'),
	// RFC 2822, `01 Jun 2027` and `01-Jun-2027`.
	new RegExp(String.raw`${weekday}(?<day>\d{1,2})[ -]${month}[ -](?<year>\d{4})${time}`, 'i'),
	new RegExp(String.raw`${weekday}${month} (?<day>\d{1,2}),? (?<year>\d{4})${time}`, 'i'),
];
/** MySQL's `0000-00-00`, and how PHP and .NET write it. */
const zeroDate = /^(?:0000-00-00|-0{0,5}[01]-|0001-01-01)/;

/**
 * Reads a date in the forms that shops are known to send. A time without a zone is UTC, as in the contract.
 * @returns milliseconds since the epoch, undefined if there is no date, or the form of one that can't be read
 */
export function readShopTime(value: unknown): number | UnreadTime | undefined {
	if (value === undefined || value === null || value === false) return undefined;
	if (typeof value === 'number') return fromNumber(value);
	if (typeof value === 'string') return fromText(value);
	// PHP's DateTime as JSON: a local time with its zone beside it.
	if (typeof value === 'object' && 'date' in value && typeof value.date === 'string') {
		return fromText(
			value.date,
			'timezone' in value && typeof value.timezone === 'string' ? value.timezone : '',
		);
	}
	// A name with a digit may be a code.
	const names = Object.keys(value).filter((name) => /^[a-z_$]{1,20}$/i.test(name));
	return { form: names.length === 0 ? typeof value : `{${names.slice(0, 4).join(', ')}}` };
}

/** Seconds or milliseconds of the years 1973 to 5138. A zero date lies before 1970, and a smaller number is no date. */
function fromNumber(value: number): number | UnreadTime | undefined {
	if (value <= 0) return undefined;
	if (value < 1e8 || value >= 1e14) return { form: 'a number' };
	return Math.trunc(value < 1e11 ? value * 1_000 : value);
}

function fromText(raw: string, zoneBeside = ''): number | UnreadTime | undefined {
	const text = raw.replaceAll(/\s+/g, ' ').trim();
	if (text === '' || zeroDate.test(text)) return undefined;
	if (/^-?\d+(?:\.\d+)?$/.test(text)) return fromNumber(Number(text));
	const form = text
		.slice(0, 40)
		.replaceAll(/\p{N}/gu, '9')
		.replaceAll(/[\p{L}\p{M}]/gu, 'a');
	return momentOf(text, zoneBeside.trim()) ?? { form };
}

/** Milliseconds since the epoch; undefined for an unknown form or zone, and a day that doesn't exist. */
function momentOf(text: string, zoneBeside: string): number | undefined {
	const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
	if (parts === undefined) return undefined;
	const { year, month: name = '', day = '', clock = '00:00', zone = zoneBeside } = parts;
	const number = months.indexOf(name.slice(0, 3).toLowerCase()) + 1 || Number(name);
	const date = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
	const local = Date.parse(`${date}T${clock}Z`);
	// Date.parse makes March of the 30th of February.
	const exists = new Date(Date.parse(`${date}T00:00Z`)).getUTCDate() === Number(day);
	const offset = exists && !Number.isNaN(local) ? offsetOf(zone, local) : undefined;
	return offset === undefined ? undefined : local - offset;
}

/** Milliseconds that the zone's clocks are ahead of UTC if they show `local`; undefined if it is unknown. */
function offsetOf(zone: string, local: number): number | undefined {
	const [, sign, hours, minutes = '0'] = /^(?:GMT|UTC)?([+-])(\d{2}):?(\d{2})?$/i.exec(zone) ?? [];
	if (sign !== undefined) return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
	if (/^(?:Z|UTC|GMT)?$/i.test(zone)) return 0;
	// Abbreviations have several meanings: BST is a time in London, and in Dhaka.
	if (!zone.includes('/')) return undefined;
	try {
		const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
		const seconds = (at: number) => Math.floor(at / 1_000) * 1_000;
		const ahead = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - seconds(at);
		return ahead(local - ahead(local));
	} catch {
		return undefined;
	}
}
