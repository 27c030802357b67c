import { describe, expect, test } from 'vitest';
import { EventLog } from '../src/events.js';

const joined = (userId: string) => ({ type: 'member-joined' as const, guildId: 'studio', userId });
const left = (userId: string) => ({ type: 'member-left' as const, guildId: 'studio', userId });

describe('the event log', () => {
	test('keeps what happened, in order and with its time', () => {
		let now = 5;
		const log = new EventLog(() => now);
		log.emit(joined('ana'));
		now = 7;
		log.emit(left('ana'));
		expect(log.history).toEqual([
			{ ...joined('ana'), at: 5 },
			{ ...left('ana'), at: 7 },
		]);
		expect(log.all('member-left')).toEqual([{ ...left('ana'), at: 7 }]);
	});

	test('notifies listeners of their type, until they stop listening', () => {
		const log = new EventLog(() => 0);
		const heard: string[] = [];
		const stop = log.on('member-joined', (event) => heard.push(event.userId));
		log.emit(joined('ana'));
		log.emit(left('ana'));
		stop();
		log.emit(joined('bob'));
		expect(heard).toEqual(['ana']);
	});

	test('finds what a test waits for in the past and in the future', async () => {
		const log = new EventLog(() => 0);
		log.emit(joined('ana'));
		expect(await log.waitFor('member-joined')).toMatchObject({ userId: 'ana' });
		const bob = log.waitFor('member-joined', (event) => event.userId === 'bob');
		log.emit(joined('cem'));
		log.emit(joined('bob'));
		expect(await bob).toMatchObject({ userId: 'bob' });
		await expect(log.waitFor('member-left', () => true, 1)).rejects.toThrow('No fitting member-left');
	});

	test('forgets the oldest rather than grow without end', () => {
		const log = new EventLog(() => 0);
		for (let count = 0; count < 60_000; count += 1) log.emit(joined(String(count)));
		expect(log.history.length).toBeLessThanOrEqual(50_000);
		expect(log.history.at(-1)).toMatchObject({ userId: '59999' });
	});
});
