import { describe, expect, it } from 'vitest';
import { createLogger } from '../../src/base/logger.js';
import { terminalLog, wrapText } from '../../src/base/terminal.js';

function shown(log: (logger: ReturnType<typeof createLogger>) => void): string {
	let text = '';
	const write = (part: string | Uint8Array): boolean => {
		text += String(part);
		return true;
	};
	log(createLogger({ level: 'info', secrets: ['a-secret-of-the-bot'], destination: terminalLog({ write }) }));
	return text.replace(/^\d\d:\d\d:\d\d/gm, '12:34:56');
}

it('a finding is printed with the advice that belongs to it', () => {
	const says = 'No buyer role is set, so no member gets one';
	const todo = 'Choose one with /setup server.';
	expect(
		shown((logger) =>
			logger.warn(
				{ check: 'buyer-role', says, todo, guildName: 'Northlight' },
				'This server is not as it should be',
			),
		),
	).toBe(`12:34:56 Warning: ${says}. ${todo} (Northlight)\n`);
});

it('a message is followed by its details', () => {
	expect(shown((logger) => logger.info({ bot: 'Claimcheck#1', servers: ['1', '2'] }, 'Ready'))).toBe(
		'12:34:56 Ready (bot: Claimcheck#1, servers: 1, 2)\n',
	);
});

it('an error is printed with its causes, and with a stack only if it ends the bot', () => {
	const error = new Error('The store cannot be used', { cause: new Error('SQLITE_FULL') });
	const words = 'It failed: The store cannot be used: SQLITE_FULL';
	expect(shown((logger) => logger.error({ err: error }, 'It failed'))).toBe(`12:34:56 Error: ${words}\n`);
	expect(shown((logger) => logger.fatal({ err: error }, 'It failed'))).toMatch(
		new RegExp(`^12:34:56 Error: ${words}\\nError: The store cannot be used\\n +at `),
	);
});

it('secrets and codes are left out of terminal output too', () => {
	const code = '0b8b2d5c-1d4b-4c1e-9d5e-2f6a7c3b8d9e';
	const text = shown((logger) => logger.info({ detail: `a-secret-of-the-bot ${code}` }, 'Looked'));
	expect(text).toBe('12:34:56 Looked (detail: [redacted] [redacted])\n');
});

describe('text on a terminal', () => {
	it.each([
		['as it is, if it fits', 'aaa bbb\nccc', ['aaa bbb', 'ccc']],
		['between words', 'Put it into CLAIM_SECRET first', ['Put it into', 'CLAIM_SECRET', 'first']],
		['never inside a word', 'see https://example.org/x now', ['see', 'https://example.org/x', 'now']],
		['below its own start', '  one two three four', ['  one two', '  three four']],
		['below its second column', 'ok   one two three', ['ok   one two', '     three']],
		['after the time of a log line', '10:00:00 one two three', ['10:00:00 one', 'two three']],
		['with the space before an answer', 'Replace all? [y/N] ', ['Replace all?', '[y/N] ']],
	])('is wrapped %s', (_, text, lines) => {
		expect(wrapText(text, 13).split('\n')).toEqual(lines);
	});

	it('is not wrapped in a file or a pipe', () => {
		expect(wrapText('one two', undefined)).toBe('one two');
		expect(wrapText('one two', 0)).toBe('one two');
	});
});
