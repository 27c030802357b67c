import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { doctor, doctorView } from '../../../commands/doctor/doctor.js';
import { ok } from '../../../src/guilds/guild-finding.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { askCommand } from '../../discord/interactions/asking.js';

const t = translatorFor('en-US');

const findings = [ok('store', 'finding.store.ok')];

async function run(permissions: bigint) {
	const examined: string[] = [];
	const examining = {
		examine: async (guildId: string) => {
			examined.push(guildId);
			return { findings, at: 7 };
		},
	};
	const log = await askCommand(doctor, { doctor: examining }, { permissions });
	return { log, examined };
}

describe('/doctor', () => {
	it('shows what was found about this server, to the asker alone', async () => {
		const { log, examined } = await run(PermissionFlagsBits.ManageGuild);
		expect(examined).toEqual(['100000000000000001']);
		expect(log).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', doctorView(t, { findings, at: 7 })],
		]);
	});
});
