import { MessageFlags } from 'discord-api-types/v10';
import type { InteractionKind } from '../../src/interaction.js';
import type { PageInteraction, PageMessage } from '../../src/page/protocol.js';

export type TimelineRow =
	| { readonly kind: 'day'; readonly key: string; readonly at: number }
	| MessageRow
	/** A command by the viewer without a reply: pending, or failed. */
	| {
			readonly kind: 'command';
			readonly key: string;
			readonly at: number;
			readonly interaction: PageInteraction;
	  };

export interface MessageRow {
	readonly kind: 'message';
	readonly key: string;
	readonly at: number;
	readonly page: PageMessage;
	/** Drawn without its author, who wrote the previous message too. */
	readonly isFollowUp: boolean;
	/** The command that the message replies to. */
	readonly used: UsedCommand | undefined;
	/** The result of the viewer's last press on it, or a missing reply. */
	readonly failure: 'failed' | 'no-response' | undefined;
	/** The custom ids whose presses wait for the bot. */
	readonly pending: readonly string[];
}

/** The user of a command, and the name that the bot registered: `role add`. */
export interface UsedCommand {
	readonly userId: string;
	readonly kind: InteractionKind;
	readonly target: string;
}

export interface TimelineParts {
	/** Only messages that the viewer sees. */
	readonly messages: readonly PageMessage[];
	readonly interactions: ReadonlyMap<string, PageInteraction>;
	readonly viewerId: string;
	readonly channelId: string;
}

const togetherMs = 7 * 60_000;

/** Creating a formatter costs more than a thousand uses of it; Swedish dates are in ISO 8601. */
const isoDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' });

/** A viewer's messages in a channel, in order, with the lines around them. */
export function timeline(parts: TimelineParts): readonly TimelineRow[] {
	const presses = pressesOf(parts);
	const rows: TimelineRow[] = [];
	let last: MessageRow | undefined;
	let day: string | undefined;
	for (const entry of inOrder(parts, presses.commands)) {
		const entryDay = isoDay.format(entry.at);
		if (entryDay !== day) {
			rows.push({ kind: 'day', key: `day ${entryDay}`, at: entry.at });
			last = undefined;
		}
		day = entryDay;
		const row =
			entry.kind === 'message'
				? { ...entry, isFollowUp: followsUp(entry, last), ...presses.on(entry.page) }
				: entry;
		rows.push(row);
		last = row.kind === 'message' ? row : undefined;
	}
	return rows;
}

function inOrder(
	{ messages, interactions }: TimelineParts,
	commands: readonly PageInteraction[],
): readonly (Extract<TimelineRow, { kind: 'command' }> | MessageRow)[] {
	const seen = messages.map((page) => messageRow(page, interactions));
	const unanswered = commands.map((interaction) => ({
		kind: 'command' as const,
		key: interaction.id,
		at: interaction.dispatchedAt,
		interaction,
	}));
	// Stable, so that messages from the same moment keep their order.
	return unanswered.length === 0 ? seen : [...seen, ...unanswered].toSorted((a, b) => a.at - b.at);
}

function messageRow(page: PageMessage, interactions: TimelineParts['interactions']): MessageRow {
	const { id, timestamp } = page.message;
	return {
		kind: 'message',
		key: id,
		at: Date.parse(timestamp),
		page,
		isFollowUp: false,
		used: usedCommand(page, interactions),
		failure: undefined,
		pending: [],
	};
}

/** Follow-ups don't repeat it, and replies to buttons and forms have none. */
function usedCommand(
	{ message }: PageMessage,
	interactions: TimelineParts['interactions'],
): UsedCommand | undefined {
	const metadata = message.interaction_metadata;
	if (metadata === undefined || metadata.original_response_message_id !== undefined) return undefined;
	const used = interactions.get(metadata.id);
	return used !== undefined && isCommand(used) ? used : undefined;
}

function isCommand({ kind }: PageInteraction): boolean {
	return kind !== 'component' && kind !== 'modal-submit' && kind !== 'autocomplete';
}

function followsUp(row: MessageRow, last: MessageRow | undefined): boolean {
	if (last === undefined || row.used !== undefined) return false;
	return (
		row.page.message.author.id === last.page.message.author.id &&
		row.page.visibleTo === last.page.visibleTo &&
		row.at - last.at < togetherMs
	);
}

/** The state of the viewer's presses and commands, by message. */
function pressesOf({ messages, interactions, viewerId, channelId }: TimelineParts) {
	// The reply's message arrives a moment before the notice that the bot has replied.
	const answered = new Set(messages.map(({ message }) => message.interaction_metadata?.id));
	const last = new Map<string, PageInteraction>();
	const pending = new Map<string, string[]>();
	const inVain = new Set<string>();
	const commands: PageInteraction[] = [];
	for (const interaction of interactions.values()) {
		if (interaction.failure !== undefined) inVain.add(interaction.id);
		if (interaction.userId !== viewerId || interaction.channelId !== channelId) continue;
		const { messageId, kind, failure, acknowledgedAfterMs, target } = interaction;
		const isWaiting = failure === undefined && acknowledgedAfterMs === undefined;
		if (kind === 'component' && messageId !== undefined) {
			last.set(messageId, interaction);
			if (isWaiting) pending.set(messageId, [...(pending.get(messageId) ?? []), target]);
		}
		const isOpen = isWaiting && !answered.has(interaction.id);
		if (isCommand(interaction) && (isOpen || failure === 'no-response')) commands.push(interaction);
	}
	return {
		commands,
		on({ message }: PageMessage): Pick<MessageRow, 'failure' | 'pending'> {
			const isThinking = ((message.flags ?? 0) & MessageFlags.Loading) !== 0;
			const isInVain = isThinking && inVain.has(message.interaction_metadata?.id ?? '');
			const isFailed = last.get(message.id)?.failure === 'no-response';
			return {
				failure: isInVain ? 'no-response' : isFailed ? 'failed' : undefined,
				pending: pending.get(message.id) ?? [],
			};
		},
	};
}
