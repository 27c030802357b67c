import { describe, expect, it } from 'vitest';
import { duplicateBotAlarm } from '../../../src/discord/lifecycle/duplicate-bot-alarm.js';
import { floor } from '../../world/floor.js';

describe('the alarm for a second bot with the token', () => {
	let [now, raised] = [0, 0];
	const raise = async () => {
		raised += 1;
	};
	const open = () =>
		duplicateBotAlarm(floor({ clock: { now: () => now }, logger: { error: () => {} }, alerts: { raise } }));
	const minutes = (count: number): number => count * 60_000;
	function noteEvery(ms: number, times: number, alarm: () => void): void {
		for (let n = 0; n < times; n += 1) {
			now += ms;
			alarm();
		}
	}

	it('is raised once by ten interactions answered elsewhere within an hour', () => {
		raised = 0;
		const alarm = open();
		noteEvery(minutes(1), 9, alarm);
		expect(raised).toBe(0);
		noteEvery(minutes(1), 100, alarm);
		expect(raised).toBe(1);
	});

	it('is not raised by an occasional interaction answered elsewhere', () => {
		raised = 0;
		const alarm = open();
		noteEvery(minutes(7), 500, alarm);
		expect(raised).toBe(0);
	});
});
