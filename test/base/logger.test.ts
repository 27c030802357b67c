import { DiscordAPIError } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { createLogger } from '../../src/base/logger.js';

const token = 'bot-token-"quoted"\\slashed';
const code = '0b0a7c1e-52f4-4f0e-9d36-1d2c3b4a5f60';

function logLines(write: (logger: ReturnType<typeof createLogger>) => void): string {
	const lines: string[] = [];
	const logger = createLogger({
		level: 'trace',
		secrets: [token],
		destination: { write: (line) => lines.push(line) },
	});
	write(logger);
	return lines.join('');
}

describe('the log', () => {
	it('is JSON lines with a named level and an ISO time', () => {
		const line: unknown = JSON.parse(logLines((logger) => logger.info({ guildId: '1' }, 'Ready')));
		expect(line).toMatchObject({
			level: 'info',
			msg: 'Ready',
			guildId: '1',
			time: expect.stringMatching(/Z$/),
		});
	});

	it('puts failures caused by a store outage at debug level, since the outage has its own line', () => {
		const lines: string[] = [];
		const logger = createLogger({
			level: 'info',
			secrets: [],
			destination: { write: (line) => lines.push(line) },
		});
		const err = new StoreUnavailableError('PostgreSQL did not answer as it should');
		for (let n = 0; n < 400; n += 1)
			logger.error({ err, userId: `${n}` }, 'A grant failed and will be retried');
		logger.child({}).warn({ err }, 'A reference could not be stored');
		expect(lines).toEqual([]);
		logger.error({ err: new Error('another') }, 'A grant failed and will be retried');
		logger.fatal({ err }, 'The database named by DATABASE_URL cannot be used');
		expect(lines).toHaveLength(2);
		logger.level = 'debug';
		logger.error({ err }, 'A grant failed and will be retried');
		expect(lines[2]).toContain('"level":"debug"');
	});

	it('contains no configured secret in any field', () => {
		const text = logLines((logger) => {
			logger.info(`message ${token}`);
			logger.info({ nested: { deep: [token] } }, 'field');
			logger.error({ err: new Error('outer', { cause: new Error(token) }) }, 'error');
			logger.info({ url: `https://host/?q=${encodeURIComponent(token)}` }, 'address');
		});
		expect(text).not.toContain('bot-token');
		expect(text).not.toContain('slashed');
		expect(text.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(4);
	});

	it('contains nothing that looks like a purchase code', () => {
		const text = logLines((logger) => logger.info({ typed: code.toUpperCase() }, `code ${code}`));
		expect(text.toLowerCase()).not.toContain(code);
	});

	it('contains neither the interaction token nor the request of a Discord error', () => {
		const error = new DiscordAPIError(
			{ code: 10_062, message: 'Unknown interaction' },
			10_062,
			404,
			'POST',
			'https://discord.com/api/v10/interactions/1/aW50ZXJhY3Rpb24tdG9rZW4/callback',
			{ body: { data: { content: 'private words' } }, files: [] },
		);
		const text = logLines((logger) => {
			logger.error({ err: error }, 'failed');
			logger.error({ detail: 'PATCH /webhooks/12345/aW50ZXJhY3Rpb24tdG9rZW4/messages/@original' }, 'failed');
		});
		expect(text).toContain('"code":10062');
		expect(text).not.toContain('aW50ZXJhY3Rpb24tdG9rZW4');
		expect(text).not.toContain('private words');
	});
});
