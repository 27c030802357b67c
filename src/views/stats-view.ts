import type { APIEmbed } from 'discord.js';
import type { Chart } from '../charts/guild-charts.js';
import type { StackedDays } from '../charts/stacked-days.js';
import type { Translator } from '../i18n/translator.js';
import type { ItemTally, Report } from '../statistics/report.js';
import type { SupportShare } from '../statistics/support-share.js';
import { itemName } from './item-text.js';
import { accent, type MessageView, noMentions } from './message.js';
import { cut, nothing, timestamp } from './text.js';

/** What `/stats` shows. */
export interface StatsShown {
	readonly report: Report;
	/** Undefined while it is being counted for the first time. */
	readonly share: SupportShare | undefined;
	readonly chart: Chart;
}

// The chart holds no word: a colour of it is named by the same square before a line of the text, in any script.
const marks = [
	{ square: '🟦', colour: '#55acee' },
	{ square: '🟩', colour: '#78b159' },
	{ square: '🟨', colour: '#fdcb58' },
	{ square: '🟪', colour: '#aa8ed6' },
] as const;
const others = { square: '⬜', colour: '#e6e7e8' } as const;

const file = 'stats.png';
const maxAltText = 1024;
const listedItems = 9;

/** The numbers of a period as text, with the chart where there is one. */
export function statsView(t: Translator, { report, share, chart }: StatsShown): MessageView {
	const days = report.days.length;
	const average = new Intl.NumberFormat(t.language, { maximumFractionDigits: 1 }).format(
		report.verified / Math.max(days, 1),
	);
	const total = t('stats.total', { count: report.verified, average });
	const attachment = chart === 'later' ? undefined : chart;
	const embed: APIEmbed = {
		color: accent,
		title: t('stats.title', { days }),
		description: [total, ...withoutChart(t, chart)].join('\n'),
		fields: [
			{ name: t('stats.lastWeek'), value: lastWeek(t, report) },
			{ name: t('stats.byItem'), value: byItem(t, report) },
			{ name: t('stats.refused', { count: report.refused }), value: refusals(t, report) },
			{ name: t('stats.supported'), value: supported(t, share) },
		],
		footer: { text: t('stats.footer') },
		...(attachment !== undefined && { image: { url: `attachment://${file}` } }),
	};
	return {
		content: '',
		embeds: [embed],
		components: [],
		...(attachment !== undefined && {
			files: [{ name: file, attachment, description: altText(t, report) }],
		}),
		allowedMentions: noMentions,
	};
}

/** Why there is no chart, where there is none. */
function withoutChart(t: Translator, chart: Chart): readonly string[] {
	if (chart === undefined) return [t('stats.noChart')];
	return chart === 'later' ? [t('stats.chartLater')] : [];
}

/** The chart of a report: the items that sell best in a colour of their own, the others together on top. */
export function statsChart(t: Translator, { days, items }: Report): StackedDays {
	const best = items.slice(0, marks.length);
	const bestOn = (byItem: ReadonlyMap<number, number>) =>
		best.reduce((sum, { id }) => sum + (byItem.get(id) ?? 0), 0);
	return {
		labels: days.map(({ day }) => dayLabel(t, day)),
		series: [
			...marks.flatMap(({ colour }, index) => {
				const item = best[index];
				if (item === undefined) return [];
				return [{ colour, counts: days.map(({ byItem }) => byItem.get(item.id) ?? 0) }];
			}),
			{
				colour: others.colour,
				counts: days.map(({ verified, byItem }) => verified - bestOn(byItem)),
			},
		],
	};
}

/** "9/3": digits alone, since the chart's font knows no script, and Latin ones in every language. */
function dayLabel(t: Translator, day: number): string {
	const options = { day: 'numeric', month: 'numeric', timeZone: 'UTC', numberingSystem: 'latn' } as const;
	return new Intl.DateTimeFormat(t.language, options).format(day).replaceAll(/[^\d./-]/g, '');
}

function lastWeek(t: Translator, { days }: Report): string {
	return days
		.slice(-7)
		.map(({ day, verified }) => `${dayLabel(t, day)} **${whole(t, verified)}**`)
		.join(' · ');
}

function byItem(t: Translator, { items, verified }: Report): string {
	if (verified === 0) return nothing;
	const listed = items.slice(0, listedItems);
	const rest = verified - listed.reduce((sum, { count }) => sum + count, 0);
	const lines = listed.map((item, index) => {
		const { square } = marks[index] ?? others;
		return `${square} ${nameOf(t, item)} · ${part(t, item.count, verified)}`;
	});
	if (rest > 0) lines.push(`${others.square} ${t('stats.otherItems')} · ${part(t, rest, verified)}`);
	return lines.join('\n');
}

/** Isolated, so that a right-to-left name doesn't reorder the numbers beside it. */
function nameOf(t: Translator, item: ItemTally): string {
	return `\u2068${itemName(t, item, 60)}\u2069`;
}

function refusals(t: Translator, report: Report): string {
	if (report.refused === 0) return nothing;
	return report.refusals
		.map(({ reason, count }) => `${t(`stats.reason.${reason}`)} · ${part(t, count, report.refused)}`)
		.join('\n');
}

function supported(t: Translator, share: SupportShare | undefined): string {
	if (share === undefined) return t('stats.counting');
	if (share.claims === 0) return nothing;
	return t('stats.share', {
		share: percent(t, share.supported / share.claims),
		supported: share.supported,
		claims: share.claims,
		when: timestamp(share.countedAt, 'R'),
	});
}

/** For a screen reader: every day on which something happened. */
function altText(t: Translator, { days }: Report): string {
	const counted = days
		.filter(({ verified }) => verified > 0)
		.map(({ day, verified }) => `${dayLabel(t, day)}: ${whole(t, verified)}`);
	return cut(t('stats.chartAlt', { days: t.list(counted) }).trim(), maxAltText);
}

function part(t: Translator, count: number, of: number): string {
	return `**${whole(t, count)}** (${percent(t, count / of)})`;
}

function percent(t: Translator, share: number): string {
	return new Intl.NumberFormat(t.language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

function whole(t: Translator, number: number): string {
	return new Intl.NumberFormat(t.language).format(number);
}
