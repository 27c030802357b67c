import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { expect, it } from 'vitest';
import { doctor, doctorView } from '../../../commands/doctor/doctor.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { ok, trouble } from '../../../src/servers/guild-finding.js';
import { askCommand } from '../../discord/interactions/asking.js';

const t = translatorFor('en-US');

it('/doctor shows what was found about this server, to the asker alone', async () => {
	const examined: string[] = [];
	const found = { findings: [ok('store', 'finding.store.ok')], at: 7 };
	const examine = async (guildId: string) => {
		examined.push(guildId);
		return found;
	};
	const given = { permissions: PermissionFlagsBits.ManageGuild };
	expect(await askCommand(doctor, { doctor: { examine } }, given)).toEqual([
		['defer', { flags: MessageFlags.Ephemeral }],
		['edit', doctorView(t, found)],
	]);
	expect(examined).toEqual(['100000000000000001']);
});

it.each([
	['leads to the page that puts it right', { page: 'buyer' } as const, true],
	['leads nowhere if no page does', {}, false],
])('a finding %s', (_, details, leads) => {
	const guild = { id: '100000000000000001', name: 'Aurora Support' };
	const finding = trouble('problem', 'some', 'finding.buyerRole.says', 'finding.buyerRole.todo', details);
	const view = JSON.stringify(doctorView(t, { findings: [{ ...finding, guild }], at: 7 }));
	expect(view.includes('"cc1:setup-page:buyer:0"')).toBe(leads);
});
