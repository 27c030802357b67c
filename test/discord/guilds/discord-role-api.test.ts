import { DiscordAPIError, HTTPError } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { translate } from '../../../src/discord/guilds/discord-role-api.js';

function apiError(code: number, status: number): DiscordAPIError {
	return new DiscordAPIError({ code, message: 'no' }, code, status, 'PUT', 'https://discord.example', {
		body: undefined,
		files: undefined,
	});
}

describe('a role call that Discord refuses', () => {
	it.each([
		[10_007, 404, { kind: 'member-left' }],
		[10_011, 404, { kind: 'blocked', obstacle: 'role-missing' }],
		[10_004, 404, { kind: 'blocked', obstacle: 'guild-gone' }],
		[50_001, 403, { kind: 'blocked', obstacle: 'guild-gone' }],
		[50_013, 403, { kind: 'blocked', obstacle: 'missing-permission' }],
		[50_028, 400, { kind: 'blocked', obstacle: 'role-not-assignable' }],
		[60_003, 403, { kind: 'blocked', obstacle: 'missing-permission' }],
		[99_999, 403, { kind: 'blocked', obstacle: 'refused' }],
		[0, 403, { kind: 'blocked', obstacle: 'refused' }],
		[0, 404, { kind: 'blocked', obstacle: 'refused' }],
	])('with code %i is recognized by that code, not by its status', (code, status, expected) => {
		expect(translate(apiError(code, status))).toEqual(expected);
	});

	it('with a page in place of an answer is a refusal too', () => {
		const page = new DiscordAPIError(
			{ error: 'Forbidden' },
			'Forbidden',
			403,
			'PUT',
			'https://discord.example',
			{
				body: undefined,
				files: undefined,
			},
		);
		expect(translate(page)).toEqual({ kind: 'blocked', obstacle: 'refused' });
	});

	it('is worth repeating where Discord gave no verdict', () => {
		const serverError = new HTTPError(500, 'Internal Server Error', 'PUT', 'https://discord.example', {});
		expect(translate(serverError)).toMatchObject({ kind: 'passing' });
		expect(translate(apiError(0, 429))).toMatchObject({ kind: 'passing' });
		expect(translate(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))).toMatchObject({
			kind: 'passing',
		});
	});
});
