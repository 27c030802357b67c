import { describe, expect, it } from 'vitest';
import { Admission } from '../../src/discord/admission.js';

/** The turns of an event loop that are as long as the test says. */
function loop() {
	let now = 0;
	let busy = 0;
	const callbacks: (() => void)[] = [];
	const admission = new Admission({
		now: () => now,
		busyMs: () => busy,
		nextTurn: (callback) => callbacks.push(callback),
	});
	const began: string[] = [];
	const told: string[] = [];
	return {
		admission,
		began,
		told,
		waits: () => callbacks.length > 0,
		come(...names: string[]) {
			for (const name of names)
				void admission.turn().then((mayBegin) => (mayBegin ? began : told).push(name));
		},
		/** One turn that takes so long, of which the process is busy for so long, and all that promises lead to. */
		async turn(ms: number, busyMs = ms) {
			now += ms;
			busy += busyMs;
			for (const callback of callbacks.splice(0)) callback();
			await new Promise(setImmediate);
		},
	};
}

describe('work behind the acknowledgements', () => {
	it('begins one in a turn, in the order in which it came', async () => {
		const { come, turn, began, waits } = loop();
		come('a', 'b', 'c');
		await turn(1);
		expect(began).toEqual(['a']);
		come('d');
		for (let turns = 0; turns < 3; turns += 1) await turn(1);
		expect(began).toEqual(['a', 'b', 'c', 'd']);
		expect(waits()).toBe(false);
	});

	it('does not begin at once, even where nobody waits: what has arrived is read first', async () => {
		const { come, turn, began } = loop();
		come('a');
		await Promise.resolve();
		expect(began).toEqual([]);
		await turn(1);
		expect(began).toEqual(['a']);
	});

	it('waits while the turns are long, and never stands still', async () => {
		const { come, turn, began } = loop();
		come('a', 'b', 'c');
		await turn(1);
		await turn(6);
		expect(began).toEqual(['a']);
		await turn(6);
		expect(began).toEqual(['a', 'b']);
		await turn(1);
		expect(began).toEqual(['a', 'b', 'c']);
	});

	it('does not wait for a machine that is busy with other things, and makes up for it', async () => {
		const { come, turn, began } = loop();
		come('a', 'b', 'c', 'd', 'e');
		await turn(9, 2);
		expect(began).toEqual(['a', 'b', 'c']);
		await turn(9, 5);
		expect(began).toEqual(['a', 'b', 'c']);
		await turn(9, 5);
		expect(began).toEqual(['a', 'b', 'c', 'd']);
	});

	it('does not begin once the process stops, and each is told so', async () => {
		const { admission, come, turn, began, told } = loop();
		come('a', 'b', 'c');
		await turn(1);
		admission.close();
		come('d');
		await turn(1);
		expect([began, told]).toEqual([['a'], ['b', 'c', 'd']]);
		expect(admission.size).toBe(0);
	});
});
