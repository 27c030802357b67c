import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { doctor } from '../../../commands/management/doctor.js';
import type { Finding } from '../../../src/guilds/checkup/findings.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { managersOnlyView } from '../../../src/views/interactions/refusal-view.js';
import { ephemeral } from '../../../src/views/kit/message.js';
import { doctorView } from '../../../src/views/management/doctor-view.js';
import { askCommand } from '../../discord/interactions/asking.js';
import { commandRefusals } from '../../views/refusals.js';

const t = translatorFor('en-US');

const findings: readonly Finding[] = [{ check: 'store', level: 'ok' }];

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
	it('is registered for those who may manage the server', () => {
		const { data } = doctor;
		expect(commandRefusals(data)).toEqual([]);
		expect(data.default_member_permissions).toBe(String(PermissionFlagsBits.ManageGuild));
	});

	it('shows what was found about this server, to the asker alone', async () => {
		const { log, examined } = await run(PermissionFlagsBits.ManageGuild);
		expect(examined).toEqual(['100000000000000001']);
		expect(log).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', doctorView(t, { findings, at: 7 })],
		]);
	});

	it('checks nothing for other members, if the server has opened the command to them', async () => {
		const { log, examined } = await run(PermissionFlagsBits.ManageRoles);
		expect(examined).toEqual([]);
		expect(log).toEqual([['reply', ephemeral(managersOnlyView(t))]]);
	});
});
