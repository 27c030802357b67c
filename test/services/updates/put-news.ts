import { type News, newsLogKind } from '../../../src/services/updates/item-news.js';
import type { Store } from '../../../src/storage/store.js';
import { Table } from '../../../src/storage/table.js';

/** Records news as if a list had brought it. */
export async function putNews(store: Store, news: readonly News[], at: number): Promise<void> {
	await new Table(newsLogKind, store).change('', (log) => {
		const { seq, batches } = log ?? { seq: 0, batches: [] };
		const batch = { seq: seq + 1, at, news: [...news] };
		return { v: 1, seq: seq + 1, size: 100, batches: [...batches, batch] };
	});
}
