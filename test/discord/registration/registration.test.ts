import type { APIApplicationCommand } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { type CommandPayload, differences } from '../../../src/discord/registration/registration.js';

const own: CommandPayload = {
	name: 'item',
	description: 'Look at one item',
	options: [{ type: 3, name: 'id', description: 'Its id', required: true }],
};

/** The command as Discord returns it: with ids and with defaults that were never sent. */
const registered = {
	id: '1',
	application_id: '2',
	version: '3',
	type: 1,
	name: 'item',
	name_localizations: null,
	description: 'Look at one item',
	description_localizations: null,
	default_member_permissions: null,
	dm_permission: true,
	nsfw: false,
	integration_types: [0],
	contexts: [0],
	options: [{ name: 'id', description: 'Its id', type: 3, required: true, name_localizations: null }],
} as unknown as APIApplicationCommand;

describe('the changes that a registration would make', () => {
	it('are empty if Discord only added defaults and reordered keys', () => {
		expect(differences([own], [registered])).toEqual({ added: [], changed: [], removed: [] });
	});

	it.each<[string, Partial<CommandPayload>]>([
		['the description', { description: 'Another' }],
		['the permissions', { default_member_permissions: '8' }],
		['an option', { options: [{ type: 3, name: 'id', description: 'Its id' }] } as Partial<CommandPayload>],
		['a localisation', { name_localizations: { de: 'artikel' } }],
	])('include a difference in %s', (_, change) => {
		const changed = { ...own, ...change } as CommandPayload;
		expect(differences([changed], [registered]).changed).toEqual(['item']);
	});

	it('distinguish new, removed and changed commands', () => {
		const other: CommandPayload = { ...own, name: 'items' };
		expect(differences([other], [registered])).toEqual({ added: ['items'], changed: [], removed: ['item'] });
	});
});
