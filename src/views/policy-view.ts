import { ComponentType } from 'discord.js';
import type { ClaimPolicy, UnlinkPolicy } from '../claims/policy.js';
import type { Translator } from '../i18n/translator.js';
import { button, row, select } from './components.js';
import { accent, componentsView, type MessageView } from './message.js';
import { unlinkingText } from './policy-text.js';
import { chooseUnlinking, openSetup } from './setup-ids.js';
import { foreignLine } from './text.js';

const offered: readonly UnlinkPolicy[] = [
	{ kind: 'never' },
	{ kind: 'transfer-only' },
	...[0, 1, 7, 14, 30, 90, 180].map((days) => ({ kind: 'after-days', days }) as const),
];

/** As many lines as fit into a message with room to spare; nobody has more licence types. */
const mostLines = 25;

/** The page on which a server chooses how claims may be unlinked, and how many members may share a code. */
export function policyView(t: Translator, { unlinking, seats }: ClaimPolicy): MessageView {
	const lines = Object.entries(seats)
		.slice(0, mostLines)
		.map(([licence, count]) => t('policy.seatsLine', { licence: foreignLine(licence, 90), seats: count }));
	const choice = select(
		chooseUnlinking.encode(),
		offered.map((policy) => ({
			label: unlinkingText(t, policy),
			value: optionOf(policy),
			default: optionOf(policy) === optionOf(unlinking),
		})),
	);
	return componentsView([
		{
			type: ComponentType.Container,
			accent_color: accent,
			components: [
				{ type: ComponentType.TextDisplay, content: `## ${t('policy.title')}\n${t('policy.unlinking')}` },
				row(choice),
				{
					type: ComponentType.TextDisplay,
					content: [t('policy.seats'), ...(lines.length === 0 ? [t('policy.noSeats')] : lines)].join('\n'),
				},
				row(button(t('setup.rules.back'), openSetup.encode())),
			],
		},
	]);
}

/** The policy that an option of the select stands for; undefined for what no version has offered. */
export function unlinkingOf(value: string | undefined): UnlinkPolicy | undefined {
	return offered.find((policy) => optionOf(policy) === value);
}

function optionOf(policy: UnlinkPolicy): string {
	return policy.kind === 'after-days' ? String(policy.days) : policy.kind;
}
