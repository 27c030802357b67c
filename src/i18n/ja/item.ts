import type { item as english } from '../en/item.js';

export const item = {
	'item.unnamed': '商品 {id}',
	'item.price': '価格',
	'item.regular': '**{price}** 通常ライセンス',
	'item.extended': '**{price}** 拡張ライセンス',
	'item.category': 'カテゴリー',
	'item.version': 'バージョン',
	'item.published': '公開日',
	'item.options': 'オプション',
	'item.tags': 'タグ',
	'item.links': 'リンク',
	'item.liveDemo': 'ライブデモ',
	'item.videoPreview': '動画プレビュー',
	'item.audioPreview': '音声プレビュー',
	'item.screenshots': 'スクリーンショット（{count, number}）',
	'item.screenshotRange':
		'{count, plural, =1 {スクリーンショットは1枚だけです} other {スクリーンショット {first, number}～{last, number} / {count, number}}}',
	'item.screenshotAlt': 'スクリーンショット {number, number} / {count, number}：{name}',
	'item.previousScreenshots': '‹ 前へ',
	'item.nextScreenshots': '次へ ›',
	'item.noScreenshots': 'この商品のスクリーンショットはもうありません。',
	'item.noSuchId': 'ID {id} の商品はありません。',
	'item.noSuchName':
		'その名前の商品は見つかりませんでした。入力を始めてリストから選ぶか、IDを使ってください。',
	'item.didYouMean': 'その名前と完全に一致する商品は見つかりませんでした。もしかして、この中にありますか？',
	'item.stillLoading':
		'商品はまだ読み込まれていません。少し待ってからもう一度試すか、商品のIDを使ってください。',
	'item.later': '現在、商品を調べることができません。数分後にもう一度お試しください。',
	'item.laterAt': '現在、商品を調べることができません。{when} にもう一度お試しください。',
	'item.shared': '完了しました。この商品は下に投稿され、ここの全員が見られます。',
} satisfies Record<keyof typeof english, string>;
