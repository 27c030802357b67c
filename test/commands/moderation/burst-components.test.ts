import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { burstComponents } from '../../../commands/moderation/burst-components.js';
import type { ModerationServices } from '../../../commands/moderation/moderation-services.js';
import type { ClaimEvent } from '../../../src/claims/record.js';
import { Bursts } from '../../../src/moderation/bursts.js';
import {
	openListed,
	openReference,
	showBurst,
	showRefusals,
} from '../../../src/views/custom-ids/moderation-ids.js';
import { askComponent } from '../../discord/interactions/asking.js';
import { memoryStore } from '../../roles/memory-store.js';
import { caseOf } from '../../views/moderation/moderation-views.js';

const [maya, tom] = ['300000000000000001', '300000000000000002'] as const;
const [guildId, otherGuild] = ['100000000000000001', '100000000000000002'] as const;
const since = 1_700_000_000;
const hashOf = (n: number) => n.toString(16).padStart(64, '0');

const claimed = (by: string, afterMs: number, where: string = guildId): ClaimEvent => ({
	...{ what: 'claimed', by, at: since * 1_000 + afterMs, guildId: where },
});

/** A purchase that Tom holds in this guild. */
function purchase(n: number, history: readonly ClaimEvent[]) {
	const about = caseOf('Aurora', { hash: hashOf(n), history });
	const claims = about.file.claims.map((claim) => ({ ...claim, holderId: tom }));
	return { ...about, file: { ...about.file, claims }, codeEnd: 'abcd' };
}

async function setUp(purchases: readonly ReturnType<typeof purchase>[] = []) {
	const bursts = new Bursts(memoryStore(), { now: () => since * 1_000 });
	const byHash = new Map(purchases.map((about) => [about.file.hash, about]));
	const found = { reference: 'BCD-FGH', userId: tom, why: 'taken', at: since * 1_000, hash: hashOf(1) };
	const services = {
		bursts,
		moderation: { isHome: () => true, findByHash: async (hash: string) => byHash.get(hash) },
		references: {
			find: async (letters: string) => (letters === 'BCDFGH' ? found : undefined),
			since: async () => [found],
		},
		memberNames: { of: async () => (id: string) => (id === maya ? 'maya' : undefined) },
	} as unknown as ModerationServices;
	const press = async (customId: string, permissions = PermissionFlagsBits.ManageRoles) =>
		JSON.stringify(await askComponent(burstComponents, 'button', services, { customId, permissions }));
	return { bursts, services, press };
}

describe('Show them', () => {
	it('names the members who verified in the burst, and the holder if that left no trace', async () => {
		const other = claimed(maya, 0, otherGuild);
		const { bursts, press } = await setUp([
			purchase(1, [claimed(maya, 5_000)]),
			purchase(2, [claimed(maya, -3_600_000), other]),
		]);
		await bursts.keep({ guildId, kind: 'verified', since }, [hashOf(1), hashOf(2), hashOf(3)], 0);
		const page = await press(showBurst.encode('verified', since, 0));
		expect(page).toContain(`✅ <@${maya}> (maya) verified **Aurora**\u00a0••••abcd\\n`);
		expect(page).toContain(`✅ <@${tom}> verified **Aurora**\u00a0••••abcd again`);
		expect(page.match(/verified \*\*/g)).toHaveLength(2);
	});

	it('shows refusals as their lines were', async () => {
		const { bursts, press } = await setUp([purchase(1, [])]);
		await bursts.keep({ guildId, kind: 'refused', since }, ['BCDFGH', 'KLMNPQ'], 0);
		const line = `⛔ <@${tom}>: **Aurora**\u00a0••••abcd is linked to <@${tom}> · BCD-FGH`;
		expect(await press(showBurst.encode('refused', since, 0))).toContain(line);
		// The button of an earlier version.
		expect(await press(showRefusals.encode(since))).toContain(line);
	});

	it('shows nothing of another server’s burst, of another time or page, and nothing to members', async () => {
		const { bursts, press } = await setUp([purchase(1, [claimed(maya, 0)])]);
		await bursts.keep({ guildId: otherGuild, kind: 'verified', since }, [hashOf(1)], 0);
		await bursts.keep({ guildId, kind: 'verified', since: since + 1 }, [hashOf(1)], 0);
		for (const id of [
			showBurst.encode('verified', since, 0),
			showBurst.encode('verified', 0, 0),
			showBurst.encode('uncheckable', since + 1, 0),
			showBurst.encode('verified', since + 1, 9_999_999),
		]) {
			const page = await press(id);
			expect(page).toContain('This is no longer available.');
			expect(page).not.toContain('Aurora');
		}
		const refused = await press(showBurst.encode('verified', since + 1, 0), 0n);
		expect(refused).toContain('Only staff can use this');
	});

	it('opens nothing for a forged choice', async () => {
		const { services } = await setUp();
		for (const values of [
			[],
			['x'],
			[openReference.encode('BCDFGH').replace('desk-reference', 'desk-open')],
		]) {
			const given = { customId: openListed.encode(), permissions: PermissionFlagsBits.ManageRoles, values };
			const log = await askComponent(burstComponents, 'select', services, given);
			expect(JSON.stringify(log)).toContain('no longer available');
		}
	});
});
