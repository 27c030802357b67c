import { describe, expect, it } from 'vitest';
import { failureReason, StoreUnavailableError } from '../../src/base/errors.js';

const unavailable = (cause?: unknown) =>
	new StoreUnavailableError('SQLite did not answer as it should', cause === undefined ? {} : { cause });
const coded = (code: string, message = '') => Object.assign(new Error(message), { code });

describe('the reason for a failure', () => {
	it.each([
		['SQLITE_FULL', unavailable(coded('SQLITE_FULL', 'database or disk is full'))],
		['ECONNREFUSED', unavailable(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]))],
		['57P01', unavailable(coded('57P01'))],
		['timed out', unavailable(new Error('No response within 6000 ms'))],
		['timed out', unavailable(new Error('timeout exceeded when trying to connect'))],
		['timed out', unavailable(new Error('Query read timeout'))],
		['timed out', new DOMException('This operation was aborted', 'AbortError')],
		['connection closed', unavailable(new Error('Connection terminated unexpectedly'))],
		['HTTP 502', Object.assign(new Error('Bad Gateway'), { status: 502 })],
		['SQLite did not answer as it should', unavailable()],
		['SyntaxError', unavailable(new SyntaxError('unexpected'))],
		['unknown error', unavailable(new Error('password=hunter2'))],
		['unknown error', 'a string'],
	])('is short: %s', (reason, error) => {
		expect(failureReason(error)).toBe(reason);
	});

	it('never repeats a driver’s message, which may contain an address with a password', () => {
		const secret = 'postgresql://bot:hunter2@db/claims';
		for (const error of [new Error(secret), coded(secret), unavailable(coded('e', secret))])
			expect(failureReason(error)).not.toContain('hunter2');
	});
});
