import type { privacy as english } from '../en/privacy.js';

export const privacy = {
	'command.privacy.name': 'プライバシー',
	'command.privacy.description': 'ボットが保存しているあなたの情報を表示、書き出し、削除します',
	'privacy.title': '保存されているあなたの情報',
	'privacy.account': 'あなたの Discord ユーザー ID と、以下の内容: `{id}`',
	'privacy.claims':
		'**購入: {count, number}** · アイテム、ライセンス、日付、認証したサーバー、その後の出来事。コードは暗号化されています。',
	'privacy.more': '… ほか {count, number} 件。すべてファイルにあります。',
	'privacy.former': '**以前の購入: {count, number}** · 商品、ライセンス種別、履歴のうちあなたに関する記録。',
	'privacy.misses':
		'**この一日の誤ったコード: {count, number}** · 時刻だけで、入力した内容は保存しません。一日で消えます。',
	'privacy.elsewhere':
		'ここにないもの: サーバーの監査チャンネルのメッセージ。それはそのサーバーのスタッフに聞いてください。',
	'privacy.export': 'ファイルに書き出す',
	'privacy.exported': '保存されているあなたの情報は、これで全部です。',
	'privacy.delete': '自分のデータを削除',
	'privacy.confirmTitle': 'データを削除しますか？',
	'privacy.confirm':
		'あなたの購入と、それによるロールが、このボットのすべてのサーバーから消えます。コードはほかの人には使えないままで、あなたはもう一度認証できます。元に戻せません。',
	'privacy.confirmButton': 'すべて削除',
	'privacy.keep': '残す',
	'privacy.deleted':
		'完了しました。データは削除され、ロールもまもなく消えます。ほかの人が使えないように、各コードの指紋だけが残ります。間違ったコードと連携解除の時刻は1日以内に自動で消えます。',
	'privacy.audit': '🗑️ <@{userId}> が保存データを削除しました。購入とそのロールはなくなりました',
	'privacy.exportLater': '⏳ データのファイルは1分に1回受け取れます。{when} にもう一度お試しください。',
} satisfies Record<keyof typeof english, string>;
