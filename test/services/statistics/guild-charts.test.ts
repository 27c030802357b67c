import { expect, it } from 'vitest';
import { createCharts } from '../../../src/services/statistics/charts.js';
import { floor } from '../../world/floor.js';

it('attack 56: 500 /stats of both periods are one chart a minute in a server', async () => {
	const clock = { at: 1_000 };
	const drawn: string[] = [];
	const charts = createCharts(
		floor({ logger: { warn: () => expect.unreachable() }, clock: { now: () => clock.at } }),
		async () => {
			drawn.push('chart');
			return Buffer.from(`chart ${drawn.length}`);
		},
	);
	const stats = (guildId: string, days: number) =>
		charts.draw(guildId, { labels: Array.from({ length: days }, (_, day) => String(day)), series: [] });
	const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => stats('1', n % 2 === 0 ? 30 : 90)));
	expect(drawn).toHaveLength(1);
	expect(new Set(answers.map(String))).toEqual(new Set(['chart 1', 'later']));
	clock.at += 60_000;
	expect(String(await stats('1', 90))).toBe('chart 2');
	expect(String(await stats('2', 30))).toBe('chart 3');
});
