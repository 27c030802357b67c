const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const dateAndTime = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });

// Times are milliseconds since the epoch, shown in the browser's own time zone.

export const dayOf = (at: number): string => date.format(at);
export const momentOf = (at: number): string => dateAndTime.format(at);
export const timeOf = (at: number): string => clock.format(at);

/** For example `2 days and 3 hours`: the two largest units. */
export function spanOf(ms: number): string {
	const minutes = Math.round(ms / 60_000);
	const units = [
		['day', Math.floor(minutes / 1440)],
		['hour', Math.floor(minutes / 60) % 24],
		['minute', minutes % 60],
	] as const;
	const words = units
		.filter(([, count]) => count > 0)
		.slice(0, 2)
		.map(([unit, count]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
	return words.length === 0 ? 'less than a minute' : words.join(' and ');
}
