import { expect, it } from 'vitest';
import { createStatistics } from '../../src/composition/create-statistics.js';
import { memoryStore } from '../roles/memory-store.js';

function setUp() {
	const clock = { now: 1_000 };
	const drawn: string[] = [];
	const rows = memoryStore();
	const statistics = createStatistics({
		store: { ...rows, getMany: (keys) => Promise.all(keys.map((key) => rows.get(key))) },
		claims: { async *all() {} },
		logger: { warn: () => expect.unreachable() },
		now: () => clock.now,
		delay: async () => {},
		drawPng: async () => {
			drawn.push('chart');
			return Buffer.from(`chart ${drawn.length}`);
		},
	});
	const stats = (guildId: string, days = 30) =>
		statistics.draw(guildId, { labels: Array.from({ length: days }, (_, day) => String(day)), series: [] });
	return { clock, drawn, stats };
}

it('attack 56: 500 /stats of both periods are one chart a minute in a server', async () => {
	const { clock, drawn, stats } = setUp();
	const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => stats('1', n % 2 === 0 ? 30 : 90)));
	expect(drawn).toHaveLength(1);
	expect(new Set(answers.map(String))).toEqual(new Set(['chart 1', 'later']));
	clock.now += 60_000;
	expect(String(await stats('1', 90))).toBe('chart 2');
	expect(String(await stats('2', 30))).toBe('chart 3');
});

it('waits half a second for the claims to be counted, however many there are', async () => {
	const waits: number[] = [];
	const rows = memoryStore();
	const statistics = createStatistics({
		store: { ...rows, getMany: (keys) => Promise.all(keys.map((key) => rows.get(key))) },
		claims: {
			async *all() {
				await new Promise<never>(() => {});
			},
		},
		logger: { warn: () => expect.unreachable() },
		now: () => 1_000,
		delay: async (ms) => void waits.push(ms),
		drawPng: () => expect.unreachable(),
	});
	expect(await statistics.supportShare('1')).toBeUndefined();
	expect(waits).toEqual([500]);
});
