import { ApplicationCommandType, type Client } from 'discord.js';
import { describe, expect, it, vi } from 'vitest';
import { commandMentions } from '../../../src/discord/registration/command-mentions.js';

const minute = 60_000;

/** Mentions of the registered commands, by guild. */
function setUp({ registered = new Map([['a', new Map([['setup', '1']])]]) } = {}) {
	const clock = { now: 0 };
	const readIds = vi.fn(async ({ guildId }: { readonly guildId: string }) => {
		const ids = [...(registered.get(guildId) ?? [])];
		// A menu of the same name has another id.
		const menus = ids.map(([name]) => ({ name, id: '99', type: ApplicationCommandType.User }));
		return [...ids.map(([name, id]) => ({ name, id, type: ApplicationCommandType.ChatInput })), ...menus];
	});
	const client = { application: { commands: { fetch: readIds } } } as unknown as Client;
	const mentionIn = commandMentions(client, { now: () => clock.now });
	/** How the command is mentioned once all pending requests are done. */
	const settled = async (guildId: string, path: string) => {
		mentionIn(guildId)(path);
		await Promise.allSettled(readIds.mock.results.map(({ value }) => value));
		return mentionIn(guildId)(path);
	};
	return { clock, readIds, mentionIn, settled, registered };
}

describe('a command mentioned in a text', () => {
	it('is shown as code until its id is known, without waiting', async () => {
		const { mentionIn, settled } = setUp();
		expect(mentionIn('a')('setup server')).toBe('`/setup server`');
		expect(await settled('a', 'setup server')).toBe('</setup server:1>');
	});

	it('has its id requested once, and again after some minutes', async () => {
		const { clock, settled, readIds, registered } = setUp();
		await settled('a', 'setup server');
		clock.now += 9 * minute;
		await settled('a', 'setup server');
		expect(readIds).toHaveBeenCalledTimes(1);
		registered.set('a', new Map([['setup', '7']]));
		clock.now += minute;
		expect(await settled('a', 'setup server')).toBe('</setup server:7>');
	});

	it('keeps its id if Discord does not respond, and requests it again after a minute', async () => {
		const { clock, settled, readIds } = setUp();
		await settled('a', 'setup server');
		clock.now += 10 * minute;
		readIds.mockRejectedValueOnce(new Error('ECONNRESET'));
		expect(await settled('a', 'setup server')).toBe('</setup server:1>');
		clock.now += minute - 1;
		await settled('a', 'setup server');
		expect(readIds).toHaveBeenCalledTimes(2);
		clock.now += 1;
		await settled('a', 'setup server');
		expect(readIds).toHaveBeenCalledTimes(3);
	});
});
