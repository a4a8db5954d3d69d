"""From files on disk to values. Knows no database, writes nothing, and follows no link out of the vault.

scan · ignore   which notes are there, with their stamps
read            one note's bytes, decoded
document        text → Document; the one entry point to parsing, and it never fails
  frontmatter   the properties at the top
  blocks        headings, fences, tables, items: where each begins and ends
  inline        links, tags, inline fields, block ids
  chunk         chunks that partition the text
  sentence      where sentences begin and end
diff            disk − index = what to do
resolve         a link → the note it means
watch           "something changed, look again"
"""
