import type { GuildQueries } from '../../guilds/guild-facts.js';
import type { LinksOfServers } from '../../guilds/server-links.js';
import type { Translator } from '../../i18n/translator.js';
import type { Notices } from '../../notifications/notices.js';
import { noticeView } from '../../views/channels/notice-view.js';
import { aboveView } from '../../views/interactions/prepended-notices-view.js';
import { ephemeral, type MessageView } from '../../views/kit/message.js';
import type { Answer, Work } from './handler.js';

export interface WaitingNotices {
	readonly notices: Pick<Notices, 'hasFor' | 'takeFor'>;
	readonly discord: Pick<GuildQueries, 'factsOf'>;
	readonly links: Pick<LinksOfServers, 'known'>;
}

/** Prepends undelivered notices to an answer. Modals and public messages stay unchanged. */
export function withNotices(answer: Answer, userId: string, t: Translator, waiting: WaitingNotices): Answer {
	if (!waiting.notices.hasFor(userId)) return answer;
	const views = () => viewsFor(userId, t, waiting);
	switch (answer.kind) {
		case 'reply':
			return { kind: 'reply-later', work: withPrepended(views, async () => answer.view) };
		case 'turn':
			return { kind: 'turn-later', work: withPrepended(views, async () => answer.view) };
		case 'reply-later':
		case 'turn-later':
			return { kind: answer.kind, work: withPrepended(views, answer.work) };
		default:
			return answer;
	}
}

async function viewsFor(
	userId: string,
	t: Translator,
	waiting: WaitingNotices,
): Promise<readonly MessageView[]> {
	const { notices, discord, links } = waiting;
	return (await notices.takeFor(userId)).map(({ guildId, notice }) =>
		noticeView(
			t,
			notice,
			{ guildId, serverName: discord.factsOf(guildId)?.name ?? '', links: links.known(guildId) },
			true,
		),
	);
}

function withPrepended(views: () => Promise<readonly MessageView[]>, work: Work): Work {
	return async (show) => {
		let taken: Promise<readonly MessageView[]> | undefined;
		// With the first view: if the work fails before, they wait for the next answer.
		const aboves = () => {
			taken ??= views();
			return taken;
		};
		const over = async (view: MessageView): Promise<MessageView> => aboveView(await aboves(), view) ?? view;
		const outcome = await work(async (view) => show(await over(view)));
		if (outcome === undefined) return undefined;
		if ('followUp' in outcome) return { ...outcome, view: outcome.view && (await over(outcome.view)) };
		const above = await aboves();
		const whole = aboveView(above, outcome);
		const [beside] = above;
		if (whole !== undefined || beside === undefined) return whole ?? outcome;
		return { view: outcome, followUp: ephemeral(aboveView(above.slice(1), beside) ?? beside) };
	};
}
