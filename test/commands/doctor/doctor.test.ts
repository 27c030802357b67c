import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { doctor, doctorView } from '../../../commands/doctor/doctor.js';
import { type Finding, ok, trouble } from '../../../src/guilds/guild-finding.js';
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

const at = Date.UTC(2026, 0, 1);

const guild = { id: '100000000000000001', name: 'Aurora Support' };
const shown = (findings: readonly Finding[]) => doctorView(t, { findings, at });

const warning = trouble('warning', 'unchecked', 'finding.unchecked.commands', 'finding.unchecked.todo');
const buyerRole = { page: 'buyer' } as const;
const problem: Finding = {
	...trouble('problem', 'buyer-role', 'finding.buyerRole.says', 'finding.buyerRole.todo', buyerRole),
	guild,
};

describe('the check-up in Discord', () => {
	it('leads from a finding to the page that puts it right, and nowhere where none does', () => {
		expect(JSON.stringify(shown([problem]))).toContain('"cc1:setup-page:buyer:0"');
		expect(JSON.stringify(shown([warning]))).not.toContain('setup-page');
	});
});
