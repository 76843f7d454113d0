export default function Page() {
  return <h1>Write for Us</h1>;
}
