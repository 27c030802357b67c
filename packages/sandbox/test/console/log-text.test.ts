import { expect, test } from 'vitest';
import { logText } from '../../src/console/log-text.js';

test('a line of the log is told with its time, level, message and fields', () => {
	const line = JSON.stringify({
		level: 'info',
		time: Date.parse('2026-03-01T12:34:56Z'),
		pid: 7,
		msg: 'Loaded the items',
		items: 61,
		err: { code: 'X' },
	});
	expect(logText(line)).toBe('12:34:56 info  Loaded the items items=61 err={"code":"X"}');
});

test.each(['no JSON at all', '"text"', '{"msg":"no level"}'])(
	'what is no line of the log stays: %s',
	(line) => {
		expect(logText(line)).toBe(line);
	},
);
