import {
	type DayRecord,
	emptyDay,
	type Report,
	summarise,
} from '../../../src/services/statistics/verification-statistics.js';

const dayMs = 86_400_000;
const lastDay = Date.UTC(2026, 4, 10);

/** A report of `days` days, of which the last ones are given, oldest first. */
export function reportOf(days: number, last: readonly Partial<DayRecord>[] = []): Report {
	const records = Array.from({ length: days }, (_, index) => ({
		day: lastDay - (days - 1 - index) * dayMs,
		record: { ...emptyDay, ...last[index - (days - last.length)] },
	}));
	return summarise(records);
}

/** Thirty days, with two items and two kinds of refusal on the last two. */
export function sampleReport(): Report {
	return reportOf(30, [
		{ items: [{ id: 1, name: 'Aurora', count: 2 }], refusals: { taken: 1 } },
		{
			items: [
				{ id: 1, name: 'Aurora', count: 1 },
				{ id: 2, name: 'Basalt', count: 1 },
			],
			refusals: { invalid: 3 },
		},
	]);
}

/** Thirty days of a shop with three items, one of which is on sale for a week. */
export function busyReport(): Report {
	const days = Array.from({ length: 30 }, (_, day) => {
		const onSale = day >= 18 && day < 25 ? 6 : 0;
		return {
			items: [
				{ id: 1, name: 'Aurora', count: 4 + ((day * 7) % 5) + onSale },
				{ id: 2, name: 'Desk Icons', count: 1 + ((day * 5) % 4) },
				{ id: 3, name: 'Basalt', count: (day * 2) % 3 },
			],
			refusals: { invalid: day % 2, taken: day % 9 === 0 ? 1 : 0 },
		};
	});
	return reportOf(30, days);
}
