import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { doctorCommand } from '../../commands/doctor.js';
import type { Finding } from '../../src/checkup/diagnosis.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { doctorView } from '../../src/views/doctor-view.js';
import { ephemeral } from '../../src/views/message.js';
import { managersOnlyView } from '../../src/views/refusal-view.js';
import { FakeInteraction } from '../discord/fake-interaction.js';
import { commandRefusals } from '../views/refusals.js';

const t = translatorFor('en-US');

const findings: readonly Finding[] = [{ check: 'store', level: 'ok' }];

async function run(permissions: bigint) {
	const examined: string[] = [];
	const command = doctorCommand({
		examine: async (guildId) => {
			examined.push(guildId);
			return findings;
		},
	});
	const interaction = new FakeInteraction({ permissions });
	await command.run(interaction);
	return { log: interaction.log, examined, data: command.data, guildId: interaction.guildId };
}

describe('/doctor', () => {
	it('is registered for those who may manage the server', async () => {
		const { data } = await run(0n);
		expect(commandRefusals(data)).toEqual([]);
		expect(data.default_member_permissions).toBe(String(PermissionFlagsBits.ManageGuild));
	});

	it('shows what was found about this server, to the asker alone', async () => {
		const { log, examined, guildId } = await run(PermissionFlagsBits.ManageGuild);
		expect(examined).toEqual([guildId]);
		expect(log).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', doctorView(t, findings)],
		]);
	});

	it('looks at nothing for anybody else, where the server has handed the command on', async () => {
		const { log, examined } = await run(PermissionFlagsBits.ManageRoles);
		expect(examined).toEqual([]);
		expect(log).toEqual([['reply', ephemeral(managersOnlyView(t))]]);
	});
});
