import {
	type Asked,
	onComponent,
	onDirectComponent,
	openForm,
	publicly,
	showPage,
} from '../../src/discord/interactions/handler.js';
import type { LinksOfServers } from '../../src/guilds/server-links.js';
import type { Disputes } from '../../src/moderation/disputes.js';
import {
	askForDecision,
	disputeInputs,
	keepMine,
	letGo,
	sendDispute,
	withdrawDispute,
} from '../../src/views/custom-ids/dispute-ids.js';
import { outdatedComponentView } from '../../src/views/interactions/refusal-view.js';
import {
	disputeHinderedView,
	disputeModal,
	disputeNotedView,
	disputeOpenView,
	disputeWithdrawnView,
	letGoView,
} from '../../src/views/purchases/dispute-view.js';

export interface DisputeServices {
	readonly disputes: Disputes;
	readonly links: Pick<LinksOfServers, 'of'>;
}

const memberOf = ({ guildId, userId }: Asked) => ({ guildId, userId });

/** The actions of the claimant, and those of the holder in direct messages. */
export const disputeComponents = [
	onComponent('button', askForDecision, 'everyone', ({ args: [reference], t }) =>
		openForm(disputeModal(t, reference)),
	),
	onComponent('modal', sendDispute, 'everyone', (asked, { disputes, links }: DisputeServices) =>
		showPage(async () => {
			const { guildId, t } = asked;
			const [reference] = asked.args;
			const note = asked.fields.text(disputeInputs.note);
			const opened = await disputes.open(reference, memberOf(asked), note);
			if (opened.kind === 'gone') return outdatedComponentView(t);
			const place = { guildId, links: await links.of(guildId) };
			if (opened.kind === 'open') return disputeOpenView(t, opened, place);
			return disputeHinderedView(t, opened.kind, place);
		}),
	),
	onComponent('button', withdrawDispute, 'everyone', (asked, { disputes }: DisputeServices) =>
		showPage(async () =>
			(await disputes.withdraw(asked.args[0], memberOf(asked)))
				? disputeWithdrawnView(asked.t)
				: outdatedComponentView(asked.t),
		),
	),
	onDirectComponent('button', keepMine, ({ args: [, reference], userId, t }, { disputes }: DisputeServices) =>
		publicly(async () =>
			(await disputes.keep(reference, userId)) ? disputeNotedView(t) : outdatedComponentView(t),
		),
	),
	onDirectComponent('button', letGo, ({ args: [, reference], userId, t }, { disputes }: DisputeServices) =>
		publicly(async () => {
			const outcome = await disputes.letGo(reference, userId);
			if (outcome === 'gone') return outdatedComponentView(t);
			return outcome === 'moved' ? letGoView(t) : disputeNotedView(t);
		}),
	),
];
