import { describe, expect, it } from 'vitest';
import { type AnswerKind, AnswerQueue, TooLate } from '../../../src/discord/connection/answer-queue.js';
import { ManualClock } from '../manual-clock.js';

const acknowledgementMs = 3_000;

function setUp() {
	const clock = new ManualClock();
	const queue = new AnswerQueue(clock);
	const sent: { readonly name: string; readonly at: number }[] = [];
	const late: string[] = [];
	const startedAt = clock.now();
	const ask = (name: string, kind: AnswerKind, forMs = kind === 'edit' ? 900_000 : acknowledgementMs) => {
		const note = (): void => void sent.push({ name, at: clock.now() - startedAt });
		const turn = queue.turn(kind, clock.now() + forMs);
		if (turn === undefined) note();
		else
			turn.then(note, (error: unknown) => {
				if (error instanceof TooLate) late.push(name);
			});
	};
	const names = (): string[] => sent.map(({ name }) => name);
	return { clock, queue, ask, sent, late, names };
}

describe('answers to interactions', () => {
	it('are sent immediately, however many, while Discord refuses none', () => {
		const { ask, sent } = setUp();
		for (let count = 0; count < 500; count += 1) ask(String(count), count % 2 ? 'edit' : 'acknowledgement');
		expect(sent).toHaveLength(500);
	});

	it('wait for as long as Discord asks, acknowledgements first and those that came first among them', async () => {
		const { clock, queue, ask, sent, names } = setUp();
		queue.pause(700);
		ask('edit', 'edit');
		ask('new', 'acknowledgement');
		ask('old', 'acknowledgement', 2_000);
		await clock.advance(699);
		expect(sent).toEqual([]);
		await clock.advance(1);
		expect(names()).toEqual(['old', 'new', 'edit']);
	});

	it('are then no more than Discord accepts in any second, and leave room for acknowledgements', async () => {
		const { clock, queue, ask, sent, names } = setUp();
		queue.pause(100);
		for (let count = 0; count < 200; count += 1) ask('edit', 'edit');
		await clock.advance(500);
		expect(sent).toHaveLength(45);
		for (let count = 0; count < 10; count += 1) ask('acknowledgement', 'acknowledgement');
		await clock.advance(1);
		expect(names().filter((name) => name === 'acknowledgement')).toHaveLength(5);
		await clock.advance(10_000);
		for (const { at } of sent)
			expect(sent.filter((other) => other.at >= at && other.at < at + 1_000).length).toBeLessThanOrEqual(50);
		expect(sent).toHaveLength(210);
		expect(sent.at(-1)?.at).toBeLessThan(6_000);
	});

	it('wait if they are edits, for as long as acknowledgements take all there is', async () => {
		const { clock, queue, ask, names } = setUp();
		queue.pause(0);
		ask('edit', 'edit');
		await clock.advance(0);
		for (let tick = 0; tick < 500; tick += 1) {
			ask('acknowledgement', 'acknowledgement');
			if (tick === 100) for (let count = 0; count < 20; count += 1) ask('later edit', 'edit');
			await clock.advance(20);
		}
		expect(names().filter((name) => name === 'acknowledgement')).toHaveLength(500);
		expect(names()).not.toContain('later edit');
		await clock.advance(2_000);
		expect(names().filter((name) => name === 'later edit')).toHaveLength(20);
	});

	it('are given up at once if Discord would no longer accept them by then', async () => {
		const { clock, queue, ask, late, sent } = setUp();
		queue.pause(3_500);
		ask('acknowledgement', 'acknowledgement');
		ask('edit', 'edit');
		await clock.advance(0);
		expect(late).toEqual(['acknowledgement']);
		await clock.advance(3_500);
		expect(sent).toEqual([{ name: 'edit', at: 3_500 }]);
		ask('too old', 'edit', 0);
		await clock.advance(0);
		expect(late).toEqual(['acknowledgement', 'too old']);
	});

	it('are sent immediately again a minute after the last refusal', async () => {
		const { clock, queue, ask, sent } = setUp();
		queue.pause(1_000);
		await clock.advance(61_000);
		for (let count = 0; count < 200; count += 1) ask('edit', 'edit');
		expect(sent).toHaveLength(200);
	});
});
