import type { Browser, CDPSession, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openChromium } from './chromium.js';
import { FrameStage, WatchedPage } from './frame-stage.js';

// Does the page go on growing? As ratios within one run, which hold on a slow machine. The figures are printed.

const messages = 500;
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
