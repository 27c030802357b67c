import { expect, test } from 'vitest';
import { EventLog } from '../src/events.js';

const joined = (userId: string) => ({ type: 'member-joined' as const, guildId: 'studio', userId });

test('the event log forgets the oldest events rather than growing without limit', () => {
	const log = new EventLog(() => 0);
	for (let count = 0; count < 60_000; count += 1) log.emit(joined(String(count)));
	expect(log.history.length).toBeLessThanOrEqual(50_000);
	expect(log.history.at(-1)).toMatchObject({ userId: '59999' });
});
