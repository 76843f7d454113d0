/** The question before an article is erased. */
export const eraseQuestion = (title: string) => ({
  title: 'Erase this article for good?',
  text: (
    <p>
      Nobody will be able to read “<bdi>{title}</bdi>” again, not even in its history or in the pitch that it
      came from, and nothing can bring it back. Its address will say that it was removed; the record of who
      did what and when stays.
    </p>
  ),
  action: 'Erase for good',
  className: 'button-danger button-solid',
});

export const eraseMessages = {
  done: 'Article erased for good.',
  failed: 'Failed to erase article. Please try again.',
};
