import { buttonsOf } from '@claimcheck/local-discord/reading';
import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { doctor, doctorView } from '../../../commands/doctor/doctor.js';
import { type Finding, ok, trouble } from '../../../src/guilds/guild-finding.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MessageView } from '../../../src/ui/message.js';
import { askCommand } from '../../discord/interactions/asking.js';
import { messageRefusals } from '../../ui/refusals.js';
import { shownText } from '../../ui/shown.js';

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
const linesOf = (view: MessageView): string[] => shownText(view).split('\n');

const warning = trouble('warning', 'unchecked', 'finding.unchecked.commands', 'finding.unchecked.todo');
const buyerRole = { page: 'buyer' } as const;
const problem: Finding = {
	...trouble('problem', 'buyer-role', 'finding.buyerRole.says', 'finding.buyerRole.todo', buyerRole),
	guild,
};
const others = (...servers: { readonly id: string; readonly name: string }[]): Finding =>
	trouble('warning', 'other-servers', 'finding.otherServers.says', 'finding.otherServers.todo', {
		values: { count: servers.length, servers: { servers } },
	});

describe('the check-up in Discord', () => {
	it('leads from a finding to the page that puts it right, and nowhere where none does', () => {
		expect(JSON.stringify(shown([problem]))).toContain('"cc1:setup-fix:0:buyer"');
		expect(JSON.stringify(shown([warning]))).not.toContain('setup-fix');
	});

	it('offers to leave each server that is not served, with its id in small print', () => {
		const guilds = [
			{ id: '157430000000000001', name: 'Lantern Den' },
			{ id: '157430000000000002', name: '' },
		];
		const view = shown([others(...guilds)]);
		expect(messageRefusals(view)).toEqual([]);
		expect(linesOf(view).slice(1, 4)).toEqual([
			'⚠️ **I’m in 2 servers I’m not set up for: “Lantern Den” and “–”**',
			'I don’t respond there. To use me there, add its ID to DISCORD_GUILD_ID.',
			'-# `157430000000000001` · `157430000000000002`',
		]);
		expect(buttonsOf(view).slice(0, 2)).toMatchObject([
			{ label: 'Leave Lantern Den', customId: 'cc1:alert-leave:157430000000000001' },
			{ label: 'Leave 157430000000000002', customId: 'cc1:alert-leave:157430000000000002' },
		]);
		const many = Array.from({ length: 60 }, (_, at) => ({ id: `1574300000000000${10 + at}`, name: 'Den' }));
		expect(messageRefusals(shown([others(...many)]))).toEqual([]);
	});
});
