import { ApplicationCommandOptionType } from 'discord.js';
import { z } from 'zod';
import type { Services } from '../../src/create-services.js';
import { type Asked, componentsOf, privately } from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import { commandText } from '../../src/i18n/command-text.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Chart, StackedDays } from '../../src/services/statistics/charts.js';
import type { Report, SupportShare } from '../../src/services/statistics/verification-statistics.js';
import { defineCustomId } from '../../src/ui/custom-id.js';
import { openPage } from '../../src/ui/entries.js';
import { itemName } from '../../src/ui/items.js';
import type { MessageView } from '../../src/ui/message.js';
import {
	bold,
	button,
	buttons,
	filePage,
	gallery,
	notice,
	page,
	primary,
	small,
	text,
} from '../../src/ui/page.js';
import { cut, dotted } from '../../src/ui/text.js';
import { exportLaterView } from '../privacy/privacy.js';

const showStats = defineCustomId('stats', z.tuple([z.enum(['30', '90']).transform(Number)]));
const downloadList = defineCustomId('stats-list');

const periods = [30, 90] as const;

/** `/stats [days]`: verifications, refusals and support in numbers and a chart, for managers of the server. */
export const stats = slashCommand('stats', {
	access: 'manager',
	options: [
		{
			type: ApplicationCommandOptionType.Integer,
			...commandText('stats.days'),
			choices: periods.map((days) => ({ name: String(days), value: days })),
		},
	],
	answer: (asked, services: Services) => {
		const days = asked.fields.optionalNumber('days') ?? periods[0];
		return privately(() => statsPage(asked, services, days));
	},
});

const { shows: showsAdministrator } = componentsOf<Services>('administrator');
const { shows } = componentsOf<Services>('manager');

export const statsComponents = [
	shows('button', showStats, (asked, services) => statsPage(asked, services, asked.args[0])),
	showsAdministrator('button', downloadList, async (asked, services) => {
		const { guildId, userId } = asked;
		const made = await services.purchases.list(guildId);
		if (made.kind === 'file') {
			services.audit.write(guildId, { kind: 'list-downloaded', userId, count: made.count });
		}
		return purchaseListView(asked.t, made);
	}),
];

async function statsPage({ guildId, rights, t }: Asked, services: Services, days: number) {
	const { statistics, charts } = services;
	const [report, share] = await Promise.all([statistics.report(guildId, days), statistics.supportShare()]);
	// An empty chart is useless, and uses up the server's one chart a minute.
	const chart = report.verified === 0 ? undefined : await charts.draw(guildId, statsChart(t, report));
	return statsView(t, { report, share, chart, hasList: rights.isAdministrator });
}

interface StatsShown {
	readonly report: Report;
	/** Undefined while it is being counted. */
	readonly share: SupportShare;
	readonly chart: Chart;
	/** The list of purchases, for administrators. */
	readonly hasList?: boolean;
}

// The chart contains no words: the legend marks each colour with the same square, in any script.
const marks = [
	{ square: '🟦', colour: '#55acee' },
	{ square: '🟩', colour: '#78b159' },
	{ square: '🟨', colour: '#fdcb58' },
	{ square: '🟪', colour: '#aa8ed6' },
] as const;
const others = { square: '⬜', colour: '#e6e7e8' } as const;

const maxAltText = 1024;
/** Keeps a line of the legend on one line of a phone. */
const maxNameLength = 28;
/** From this many days on a bar is a week: ninety bars can't be distinguished on a phone. */
const weeksFrom = 60;

export function statsView(t: Translator, { report, share, chart, hasList = false }: StatsShown): MessageView {
	const days = report.days.length;
	const isEmpty = report.verified === 0;
	const attachment = isEmpty || chart === 'later' ? undefined : chart;
	// A unique name per period: on an edit the previous chart may still be attached.
	const name = `stats-${days}.png`;
	const alt = altText(t, report);
	const view = page(
		'info',
		text(`## ${t('stats.title', { days })}`, isEmpty ? t('stats.none', { days }) : total(t, report)),
		gallery(attachment && { file: name, alt }),
		text(
			!isEmpty &&
				attachment === undefined &&
				small(t(chart === 'later' ? 'stats.chartLater' : 'stats.noChart')),
			...(isEmpty ? [] : legend(t, report)),
			refusals(t, report),
			t('stats.refunded', { count: report.refunded }),
			share === undefined
				? t('stats.counting')
				: t('stats.support', { supported: share.supported, purchases: share.claims }),
		),
		buttons(
			isEmpty && primary(button(t('stats.postPanel'), openPage.encode('panel'))),
			...periods.map((period) => ({
				...button(t('stats.days', { days: period }), showStats.encode(period)),
				disabled: period === days,
			})),
			hasList && button(t('stats.downloadList'), downloadList.encode()),
		),
	);
	return attachment === undefined ? view : { ...view, files: [{ name, attachment, description: alt }] };
}

/** The chart of a report: the best-selling items in a colour each, the others together on top. */
export function statsChart(t: Translator, report: Report): StackedDays {
	const bars = barsOf(report);
	const best = report.items.slice(0, marks.length);
	const countOf = (bar: Bar, id: number) => bar.reduce((sum, { byItem }) => sum + (byItem.get(id) ?? 0), 0);
	return {
		labels: bars.map((bar) => barLabel(t, bar)),
		series: [
			...best.map(({ id }, index) => {
				const { colour } = marks[index] ?? others;
				return { colour, counts: bars.map((bar) => countOf(bar, id)) };
			}),
			{
				colour: others.colour,
				counts: bars.map((bar) => best.reduce((rest, { id }) => rest - countOf(bar, id), verifiedIn(bar))),
			},
		],
	};
}

/** A day, or several together. */
type Bar = Report['days'];

function barsOf({ days }: Report): readonly Bar[] {
	const length = days.length < weeksFrom ? 1 : 7;
	// Counted from the end, so that the last bar is a whole week.
	const count = Math.ceil(days.length / length);
	return Array.from({ length: count }, (_, index) => {
		const end = days.length - (count - 1 - index) * length;
		return days.slice(Math.max(0, end - length), end);
	});
}

const verifiedIn = (bar: Bar): number => bar.reduce((sum, { verified }) => sum + verified, 0);

/** "9/3": digits only, because the chart's font has no other script, and Latin ones in every language. */
function barLabel(t: Translator, [first]: Bar): string {
	const options = { day: 'numeric', month: 'numeric', timeZone: 'UTC', numberingSystem: 'latn' } as const;
	return new Intl.DateTimeFormat(t.language, options).format(first?.day ?? 0).replaceAll(/[^\d./-]/g, '');
}

function total(t: Translator, { verified: count, before }: Report): string {
	if (before === undefined) return t('stats.verified', { count });
	const change = count / before - 1;
	const values = { count, share: percent(t, Math.abs(change)) };
	if (Math.abs(change) < 0.005) return t('stats.same', { count });
	return t(change > 0 ? 'stats.more' : 'stats.less', values);
}

function legend(t: Translator, { items, verified }: Report): readonly string[] {
	const best = items.slice(0, marks.length);
	const rest = best.reduce((left, { count }) => left - count, verified);
	const named = best.map((item, index) => {
		const { square } = marks[index] ?? others;
		return `${square} ${nameOf(t, item)} ${bold(whole(t, item.count))}`;
	});
	const left = rest > 0 ? [`${others.square} ${t('stats.others')} ${bold(whole(t, rest))}`] : [];
	return [...named, ...left];
}

/** Isolated, so that a right-to-left name doesn't reorder the numbers beside it. */
function nameOf(t: Translator, item: Report['items'][number]): string {
	return `\u2068${itemName(t, item, maxNameLength)}\u2069`;
}

/** Rare reasons are combined. */
function refusals(t: Translator, { refused: count, unknown, inUse }: Report): string {
	const other = count - unknown - inUse;
	return dotted(
		t('stats.refused', { count }),
		unknown > 0 && t('stats.unknown', { count: unknown }),
		inUse > 0 && t('stats.inUse', { count: inUse }),
		other > 0 && t('stats.otherReasons', { count: other }),
	);
}

/** For a screen reader: the highest bar, and every one that is not empty. */
function altText(t: Translator, report: Report): string {
	const bars = barsOf(report).map((bar) => ({ label: barLabel(t, bar), count: verifiedIn(bar) }));
	const [most = { label: '', count: 0 }] = bars.toSorted((a, b) => b.count - a.count);
	const bar = ({ label, count }: typeof most) => `${label}: ${whole(t, count)}`;
	const counted = bars.filter(({ count }) => count > 0).map(bar);
	const values = { count: most.count, day: most.label, bars: counted.join(', ') };
	const isDaily = report.days.length < weeksFrom;
	return cut(t(isDaily ? 'stats.altDays' : 'stats.altWeeks', values).trim(), maxAltText);
}

function percent(t: Translator, share: number): string {
	return new Intl.NumberFormat(t.language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

function whole(t: Translator, number: number): string {
	return new Intl.NumberFormat(t.language).format(number);
}

const fileName = 'purchases.csv';

/** The answer to *Download list*: the file, or why there is none. */
export function purchaseListView(t: Translator, made: Awaited<ReturnType<Services['purchases']['list']>>) {
	const back = button(t('button.back'), showStats.encode(periods[0]));
	switch (made.kind) {
		case 'file': {
			const says = text(bold(t('stats.list', { count: made.count })), small(t('stats.listPrivate')));
			return filePage('done', fileName, made.content, [says], back);
		}
		case 'too-big':
			return notice(t('stats.listTooBigTitle'), [t('stats.listTooBig')], back);
		case 'later':
			return exportLaterView(t, made.retryAt, back);
	}
}
