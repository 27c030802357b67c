import { openAddress } from './open-address.js';

// A process that makes transactions of five rows, in a race with others or until it is killed.

const [address = '', who = '', codes = ''] = process.argv.slice(2);
const store = await openAddress(JSON.parse(address));

/** @returns true if the code was free, or is taken by this process already */
async function take(code: number): Promise<boolean> {
	const taking = store.transact(async (tx) => {
		const holder = await tx.get(`code:${code}`);
		if (holder !== undefined) return holder === who;
		for (const key of [`code:${code}`, ...[1, 2, 3].map((row) => `${row}:${code}:${who}`)]) tx.put(key, who);
		// One that is removed again.
		if (code % 2 === 0) tx.put(`4:${code}:${who}`, who);
		else tx.remove(`4:${code - 1}:${who}`);
		return true;
	});
	// A busy server may answer too late.
	return await taking.catch(() => take(code));
}

async function takeOn(from: number): Promise<void> {
	for (let code = from; ; code += 1) if (await take(code)) process.send?.(code);
}

process.on('disconnect', () => process.exit());
process.on('message', async () => {
	if (codes === '') {
		for (const lane of [1, 2, 3, 4]) void takeOn(lane * 1_000);
		return;
	}
	const taken: number[] = [];
	for (let code = 0; code < Number(codes); code += 50) {
		const some = Array.from({ length: 50 }, (_, index) => code + index);
		await Promise.all(some.map(async (each) => (await take(each)) && taken.push(each)));
	}
	process.send?.(taken);
});
process.send?.('opened');
