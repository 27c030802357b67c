import type { Browser, CDPSession, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openChromium } from './chromium.js';
import { FrameStage, WatchedPage } from './frame-stage.js';

// Ratios within one run, which hold on a slow machine: does it go on growing, does each frame cost what all messages
// cost? The figures are printed.

const messages = 500;
const few = 100;
/** A longer story: `STORY_ROUNDS=20`. */
const rounds = Number(process.env['STORY_ROUNDS'] ?? 1);
const commandsOfRound = 150;

describeInBrowser('a busy page', () => {
	let browser: Browser;
	let stage: FrameStage;

	beforeAll(async () => {
		[browser, stage] = await Promise.all([openChromium(), FrameStage.open()]);
	});

	afterAll(async () => {
		await browser?.close();
		await stage?.close();
	});

	it('scrolls through 500 rich messages as smoothly as through 100', async () => {
		const { news } = stage.channels;
		const general = stage.guild.channels.keys().next().value ?? '';
		for (let number = 0; number < few; number++) await stage.writeRich(general, number);
		for (let number = 0; number < messages; number++) await stage.writeRich(news, number);
		const short = await scroll(general);
		const long = await scroll(news);
		expect(long.frames).toBeGreaterThan(short.frames * 2);
		expect(long.workMs / short.workMs).toBeLessThan(1.9);
	});

	it('is as light after a long story as after its beginning', async () => {
		const channelId = stage.guild.channels.keys().next().value ?? '';
		const { page, complaints, frame } = await openAt(channelId);
		const cdp = await page.context().newCDPSession(page);
		const weights: Weight[] = [];
		// First what the page keeps is filled: 500 messages of a channel, and by two rounds 300 interactions.
		for (let number = 0; number < messages; number++) await stage.writeRich(channelId, number);
		for (let round = 0; round < rounds + 2; round++) {
			await playRound(stage, frame, round);
			weights.push(await weigh(cdp));
		}
		for (const [round, { heap, nodes, listeners }] of weights.entries()) {
			process.stdout.write(
				`after ${(round + 1) * commandsOfRound} commands: ${(heap / 1_048_576).toFixed(1)} MiB, ${nodes} nodes, ${listeners} listeners\n`,
			);
		}
		const full = weights[1];
		const last = weights.at(-1);
		if (full === undefined || last === undefined) throw new Error('Nothing was weighed');
		expect(last.heap / full.heap).toBeLessThan(1.15);
		expect(last.nodes / full.nodes).toBeLessThan(1.1);
		expect(last.listeners / full.listeners).toBeLessThan(1.1);
		expect(complaints).toEqual([]);
		await page.context().close();
	});

	/** A person scrolls from the newest message to the first and back. Resolves to the number of frames and the cost of each. */
	async function scroll(channelId: string) {
		const { page, complaints, frame } = await openAt(channelId);
		const cdp = await page.context().newCDPSession(page);
		// CPU time of the page's main thread: what else runs on the machine isn't counted.
		await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
		const before = await workOf(cdp);
		const { deltas, reached } = await frame.locator('.scroller').evaluate(scrollThrough);
		const after = await workOf(cdp);
		expect(reached).toContain('Case 0');
		expect(complaints).toEqual([]);
		await page.context().close();

		const frames = deltas.length;
		const workMs = ((after.task - before.task) * 1000) / frames;
		const layoutMs = ((after.layout - before.layout) * 1000) / frames;
		const sorted = deltas.toSorted((a, b) => a - b);
		const at = (share: number) => sorted[Math.floor((frames - 1) * share)] ?? 0;
		process.stdout.write(
			`${frames} frames: p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, longest ${at(1).toFixed(1)} ms; ` +
				`main thread ${workMs.toFixed(1)} ms a frame, of that layout and style ${layoutMs.toFixed(1)} ms\n`,
		);
		return { frames, workMs };
	}

	/** The page with its first frame at a channel. */
	async function openAt(channelId: string) {
		const watched = await WatchedPage.open(browser, stage.server.address);
		const frame = watched.frame(0);
		await frame.getByRole('button', { name: /^Channels/ }).click();
		await frame.locator(`[data-channel-id="${channelId}"]`).click();
		await frame.locator('message-list').waitFor();
		return { page: watched.page, complaints: watched.complaints, frame };
	}
});

interface Weight {
	readonly heap: number;
	readonly nodes: number;
	readonly listeners: number;
}

/** The memory left once everything that can be forgotten is forgotten. */
async function weigh(cdp: CDPSession): Promise<Weight> {
	for (let times = 0; times < 3; times++) await cdp.send('HeapProfiler.collectGarbage');
	const { usedSize } = await cdp.send('Runtime.getHeapUsage');
	const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
	return { heap: usedSize, nodes, listeners: jsEventListeners };
}

async function workOf(cdp: CDPSession): Promise<{ readonly task: number; readonly layout: number }> {
	const { metrics } = await cdp.send('Performance.getMetrics');
	const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
	return { task: of('TaskDuration'), layout: of('LayoutDuration') + of('RecalcStyleDuration') };
}

/** Commands, answers that come later, presses, edits, and a person who looks around meanwhile. */
async function playRound(stage: FrameStage, frame: Locator, round: number): Promise<void> {
	const { ana } = stage;
	for (let number = 0; number < commandsOfRound; number++) {
		if (number % 10 === 0) {
			const shown = await ana.chatInput('buttons').answered();
			await ana.clickButton(shown, 'fast').answered();
		} else if (number % 3 === 0) await ana.chatInput('secret').answered();
		else await ana.chatInput('rich').answered();
		if (number % 50 === 0) await lookAround(frame);
	}
	const text = `Round ${round} is over`;
	await ana.chatInput('say', { text }).answered();
	await frame.getByText(text).waitFor();
}

async function lookAround(frame: Locator): Promise<void> {
	for (const channel of ['an old story', 'general']) {
		await frame.getByRole('button', { name: /^Channels/ }).click();
		await frame.getByRole('button', { name: channel, exact: true }).click();
	}
	await frame.locator('.theme-button').click();
}

/** In the browser: from the bottom to the first message and back. Gives the time between frames, and what is at the top. */
async function scrollThrough(box: {
	scrollTop: number;
	readonly scrollHeight: number;
	readonly clientHeight: number;
	querySelector(selector: string): { readonly textContent: string | null } | null;
}): Promise<{ deltas: number[]; reached: string }> {
	const { requestAnimationFrame: next, performance } = globalThis as unknown as {
		requestAnimationFrame(call: () => void): void;
		readonly performance: { now(): number };
	};
	const deltas: number[] = [];
	let reached = '';
	let framesAtTop = 0;
	let step = -300;
	let last = performance.now();
	while (step < 0 || box.scrollTop < -1) {
		await new Promise<void>((resolve) => next(resolve));
		const now = performance.now();
		deltas.push(now - last);
		last = now;
		const isAtTop = box.scrollHeight - box.clientHeight + box.scrollTop < 2;
		framesAtTop = isAtTop ? framesAtTop + 1 : 0;
		// For a moment the list is at its top until it has drawn more.
		if (framesAtTop === 20) {
			reached = box.querySelector('message-entry')?.textContent ?? '';
			step = 600;
		}
		box.scrollTop += step;
	}
	return { deltas, reached };
}
