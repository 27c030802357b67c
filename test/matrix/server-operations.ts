import { askForDecision } from '../../src/ui/entries.js';
import { caseCard, customIdOf, fill, openSettings, referenceIn } from '../e2e/acts.js';
import { readable } from '../e2e/reading.js';
import type { Operation, Run, State } from './operation.js';
import type { World } from './world.js';

/** Two accounts claim one purchase, and its staff card has been posted. */
async function openCase(world: World) {
	const { holder, code } = await world.holder();
	const claimant = world.member('Tom');
	const refused = await claimant.chatInput('verify', { code }).answered();
	const letters = referenceIn(refused);
	await fill(claimant, refused, askForDecision.encode(letters), { note: '' });
	// The question to the holder edits the card once more.
	const card = await caseCard(world.stage, letters, 'asked <t:');
	return { holder, claimant, code, letters, card };
}

function deciding(name: string, button: 'case-move' | 'case-leave', decided: 'moved' | 'left'): Operation {
	return {
		name,
		asks: ['Discord', 'store'],
		async prepare(world): Promise<Run> {
			const { holder, claimant, code, letters, card } = await openCase(world);
			const open = async () => {
				const staff = world.moderator();
				const form = staff.clickButton(card, customIdOf(card, button));
				await form.modalOpened();
				return () => staff.submitModal(form, { reason: 'shown the receipt' });
			};
			return {
				people: [holder, claimant],
				begin: await open(),
				again: async () => (await open())(),
				says: (answer) => answer.includes(decided === 'moved' ? 'Moved to' : 'Stays with'),
				async state(): Promise<State> {
					const { holders } = await world.claimOf(code);
					if (holders.length > 1) return 'doubled';
					const row = (await world.row(`dispute:${letters.replace('-', '')}`)) as
						| { state?: string }
						| undefined;
					const has = row?.state === decided && decided === 'moved' ? claimant : holder;
					if (row?.state === decided) return holders[0] === has.id ? 'after' : 'lost';
					return row?.state === 'open' && holders[0] === holder.id ? 'before' : 'lost';
				},
			};
		},
	};
}

export const serverOperations: readonly Operation[] = [
	deciding('decide: move', 'case-move', 'moved'),
	deciding('decide: leave', 'case-leave', 'left'),
	{
		name: 'panel',
		asks: ['Discord', 'store'],
		// A server allows five in ten minutes, including retries.
		maxRuns: 2,
		async prepare(world) {
			const { admin } = world.stage.people;
			const channel = world.stage.guild.addChannel({ name: 'verify-too' });
			const begin = () => admin.chatInput('panel', { channel: channel.id });
			const panels = () =>
				world.stage.discord.messages
					.inChannel(channel.id)
					.filter(({ current }) => readable(current).includes('panel-verify')).length;
			return {
				people: [],
				begin,
				isRepeatable: true,
				again: async () => begin(),
				says: (answer) => answer.includes('✅ The panel is in'),
				state: async () => (panels() > 1 ? 'doubled' : panels() === 1 ? 'after' : 'before'),
			};
		},
	},
	{
		name: 'setup',
		asks: ['Discord', 'store'],
		async prepare(world) {
			const { guild, people } = world.stage;
			const role = guild.addRole({ name: 'Regular' });
			// Opened again for a retry, because a page that couldn't be saved has no selects.
			const open = async () => {
				const page = await openSettings(people.admin, 'active');
				return () => people.admin.selectMenu(page, 'cc1:setup-set:soon', [role.id]);
			};
			return {
				people: [],
				begin: await open(),
				isRepeatable: true,
				again: async () => (await open())(),
				says: (answer) => answer.includes('Saved.') && !answer.includes('setup-use'),
				async state() {
					const row = JSON.stringify(await world.row(`settings:${guild.id}`)) ?? '';
					return row.includes(`"${role.id}"`) ? 'after' : 'before';
				},
			};
		},
	},
];
