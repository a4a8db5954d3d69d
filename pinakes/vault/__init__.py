"""From files on disk to values. Knows no database, writes nothing, and follows no link out of the vault.

scan · ignore   which notes are there, with their stamps
dialect         which program each folder's notes are written with, and what it does differently
read · canvas   one note's bytes, decoded
document        text → Document; the one entry point to parsing, and it never fails
  frontmatter   the properties at the top
  blocks        headings, fences, tables, items: where each begins and ends
  inline        links, tags, inline fields, block ids; `signs` what only some programs read so
  pages         the name of the page in a file, where files are named by encoding
  chunk         chunks that partition the text
  sentence      where sentences begin and end
diff            disk − index = what to do
resolve         a link → the note it means; `anchor` the heading or block in it
watch           "something changed, look again"
"""
