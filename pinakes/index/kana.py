"""Which names stand in a text without blanks? Its katakana words; and what of it is written in another script.

Japanese writes names from abroad in katakana, and everyday words from abroad too: those that
every manual uses are left out. A Latin name stands right beside other signs (`ES2015で`), which
`apart` tells from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pinakes.index.phrases import Found
from pinakes.store.text import is_unspaced

_WORD = re.compile("[ァ-ヺー]{2,40}(?:・[ァ-ヺー]{2,40}){0,4}")
_SCRIPT = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_EVERYDAY = frozenset(
    "アイコン アイデア アイテム アクション アクセス アップ アップデート アップロード アドバイス アドレス アプリ "
    "アプリケーション イベント イメージ インストール インターネット インターフェース インデックス ウィンドウ "
    "ウェブ エラー エラーメッセージ エリア オプション オブジェクト オンライン カード カウント カテゴリ カテゴリー "
    "カレンダー ガイド キー キーワード キャンセル クラス クラスタ クリック グラフ グループ ケース コード コピー "
    "コマンド コメント コレクション コンテンツ コンピュータ コンピューター サーバ サーバー サービス サイズ サイト "
    "サポート サンプル シーン システム ショートカット シリーズ シンプル スキル スクショ スクリーンショット "
    "スタート スタイル ステータス ステップ ストア スピード スペース スマホ セクション セット ソース ソート ソフト "
    "ソフトウェア タイトル タイプ タイミング タイム タグ タスク ダウンロード チーム チェック チェックボックス "
    "チャット ツール テーブル テーマ テキスト テスト テンプレート データ データベース デザイン デバイス "
    "デフォルト トーン トップ トピック ドキュメント ドメイン ナビゲーション ニュース ネットワーク ノート "
    "ハードウェア バージョン バグ パーツ パス パスワード パターン パネル パラメータ パラメーター ビルド ファイル "
    "フィールド フォーム フォルダ フォルダー フォント フロー ブック ブラウザ ブラウザー ブログ ブロック "
    "プラグイン プレビュー プログラミング プログラム プロジェクト プロセス プロパティ ページ ベース ボタン "
    "ポイント マーク マップ マニュアル メール メソッド メッセージ メディア メニュー メモ メモリ メモリー メンバー "
    "モード モジュール モデル ユーザ ユーザー ライト ライブラリ ラベル リスト リスナー リソース リンク ルール "
    "レイアウト レベル レポート レビュー ログ ログイン".split()
)


def katakana(text: str) -> Iterator[Found]:
    """In order of appearance."""
    for match in _WORD.finditer(text):
        name = match.group().strip("ー") if match.group().startswith("ー") else match.group()
        if len(name) > 2 and name not in _EVERYDAY:
            yield Found(name, "", match.start() + match.group().index(name))


def apart(text: str) -> str:
    """The text with every character of a script without blanks as a sign that is part of no word; as long as it was."""
    return _SCRIPT.sub("\x1f", text) if is_unspaced(text) else text
