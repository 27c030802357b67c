import { describe, expect, it } from 'vitest';
import { type CliOptions, readCliOptions } from '../../src/page/cli-options.js';

function optionsOf(...args: string[]): CliOptions {
	const read = readCliOptions(args);
	if (read.kind !== 'read') throw new Error(JSON.stringify(read));
	return read.options;
}

describe('the command line', () => {
	it('has a default for everything', () => {
		expect(optionsOf()).toEqual({
			port: 0,
			apiPort: 0,
			guildName: 'My server',
			botName: 'Bot',
			people: [
				{ name: 'Ana', roleName: undefined },
				{ name: 'Ben', roleName: 'Moderator' },
			],
			locale: 'en-US',
			variables: {
				DISCORD_TOKEN: '{token}',
				DISCORD_API_URL: '{api}',
				DISCORD_APPLICATION_ID: '{application}',
				DISCORD_GUILD_ID: '{guild}',
			},
			// Members, presences and message content: whatever a bot asks for, it may have.
			privilegedIntents: (1 << 1) | (1 << 8) | (1 << 15),
			botPermissions: undefined,
			command: [],
		});
	});

	it('leaves the bot’s own options to the bot, with or without the two dashes', () => {
		const own = ['--port', '4000', '--no-privileged'];
		const command = ['node', '--inspect', 'bot.js', '--port', '1', '--', '--guild'];
		for (const args of [
			[...own, '--', ...command],
			[...own, ...command],
		]) {
			expect(optionsOf(...args)).toMatchObject({ port: 4000, privilegedIntents: 0, command });
		}
	});

	it('takes people with and without roles, and forgives spaces', () => {
		expect(optionsOf('--people', ' Ana ,Zoë : Staff, Ben:,').people).toEqual([
			{ name: 'Ana', roleName: undefined },
			{ name: 'Zoë', roleName: 'Staff' },
			{ name: 'Ben', roleName: undefined },
		]);
	});

	it('takes variables of any value, beside and in place of the usual ones', () => {
		const { variables } = optionsOf('--env', 'BOT={token}', '--env', 'DISCORD_TOKEN=', '--env=URL=a=b {c}');
		expect(variables).toMatchObject({ BOT: '{token}', DISCORD_TOKEN: '', URL: 'a=b {c}' });
		expect(variables).toHaveProperty('DISCORD_API_URL', '{api}');
	});

	it.each([
		['--port', '65536'],
		['--port', '-1'],
		['--port', '0x10'],
		['--api-port', ''],
		['--guild', ' '],
		['--people', ' , '],
		['--locale', 'german'],
		['--env', 'NAME'],
		['--env', '1NAME=x'],
		['--permissions', '0b11'],
		['--unknown', 'x'],
		['--no-privileged=yes', ''],
	])('refuses %s %s, and says what it takes', (...args) => {
		expect(readCliOptions(args)).toMatchObject({ kind: 'wrong', problem: expect.stringContaining('--') });
	});
});
